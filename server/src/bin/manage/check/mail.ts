import { randomUUID } from "node:crypto";
import dns from "node:dns/promises";
import nodemailer from "nodemailer";
import { type Finding, lookYourself, ok, wrong } from "../../../billing/check/finding.ts";
import { isLoopback } from "../../../config/production-checks.ts";
import type { SmtpError } from "../../../mail/hard-failure.ts";
import { createSmtpTransport } from "../../../mail/transport.ts";
import { type Check, line, PATIENCE } from "./installation.ts";
import { operatorCommand } from "../../../errors/operator-command.ts";

export const mail: Check = async ({ env: { mail: settings }, mailTo: recipient }) => {
  const { smtpUrl, from } = settings;
  if (smtpUrl === null) return [ok("mail server", "none: mails become files in DATA_DIR/outbox")];
  const server = await connect(smtpUrl);
  if (server.result === "wrong") return [server];
  if (recipient === null) return [server];
  const text = operatorCommand("manage check");
  const content = {
    key: randomUUID(),
    recipient,
    subject: text,
    text,
    html: text,
    created_at: new Date().toISOString(),
  };
  const sent = createSmtpTransport(smtpUrl, from).send(content, AbortSignal.timeout(PATIENCE));
  const error = await sent.catch(({ message }: Error) => message);
  const detail = error ?? `taken for ${recipient}: look whether it arrives, and not as spam`;
  return [server, line(!error, "mail", detail, "MAIL_FROM, as which the mail server must let us send; --mail-to")];
};

/** Connects with TLS, as far as the server offers it, and signs in. */
async function connect(url: string): Promise<Finding> {
  const verify = (requireTLS: boolean) =>
    nodemailer.createTransport({ url, requireTLS, connectionTimeout: PATIENCE }).verify();
  try {
    await verify(true);
    return ok("mail server", "TLS with a valid certificate; it lets us in");
  } catch (error) {
    const { code, command, responseCode, message } = error as SmtpError;
    if (code === "EAUTH") return wrong("mail server", message, "user and password of SMTP_URL");
    // Without a refusal of STARTTLS, the server is away, or its certificate is wrong.
    if (command !== "STARTTLS" || responseCode === undefined) throw error;
    const isHere = isLoopback(new URL(url).hostname);
    if (isHere) await verify(false);
    return line(isHere, "mail server", "answers without TLS", "smtps: in SMTP_URL, or STARTTLS there");
  }
}

export const senderDomain: Check = async ({ env: { mail: settings } }) => {
  const host = settings.from.address.split("@").at(-1) ?? "";
  if (settings.smtpUrl === null || isLoopback(host)) return [];
  const spf = findRecord("SPF", host, "v=spf1");
  const dmarc = findRecord("DMARC", `_dmarc.${host}`, "v=DMARC1");
  return [await spf, await dmarc, lookYourself("DKIM", `does ${host} sign?`, "dkim=pass in the mail's source")];
};

async function findRecord(subject: string, name: string, begin: string): Promise<Finding> {
  const resolver = new dns.Resolver({ timeout: PATIENCE / 2, tries: 2 });
  resolver.setServers(dns.getServers());
  const records = await resolver.resolveTxt(name).catch(({ code }: { code: string }) => {
    return code === "ENODATA" || code === "ENOTFOUND" ? [] : null;
  });
  const found = records?.map((pieces) => pieces.join("")).find((text) => text.startsWith(begin));
  const isRight = records === null ? null : found !== undefined;
  const detail = found ?? `${name} has no TXT record, or the DNS does not answer`;
  return line(isRight, subject, detail, "the DNS records of OPERATIONS.md, Install");
}
