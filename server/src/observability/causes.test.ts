import { once } from "node:events";
import { readdir, readFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { SMTPServer } from "smtp-server";
import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";
import { openProvider } from "../billing/provider/provider.ts";
import { queueMail } from "../mail/outbox.ts";
import { startMailSender } from "../mail/sender.ts";
import { createSmtpTransport } from "../mail/transport.ts";
import { useTestApp } from "../../test/testing/test-app.ts";
import { describeCodes, describeError } from "./logger.ts";

const t = useTestApp();

/** Its certificate is signed by itself, and nobody trusts it. */
async function startUntrusted({ secure }: { secure: boolean }): Promise<number> {
  const server = new SMTPServer({ logger: false, secure, closeTimeout: 1, disabledCommands: ["AUTH"] });
  server.on("error", () => {});
  const listening = server.listen(0, "127.0.0.1");
  await once(listening, "listening");
  onTestFinished(() => new Promise<void>((resolve) => server.close(resolve)));
  return (listening.address() as AddressInfo).port;
}

function logger() {
  const lines: Record<string, unknown>[] = [];
  const write = (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>);
  return { lines, log: pino({ level: "info", serializers: { err: describeError } }, { write }) };
}

test.each([
  ["smtps", true],
  ["smtp", false],
])("names the reason when the certificate of a mail server is refused: %s", async (protocol, secure) => {
  const port = await startUntrusted({ secure });
  const { lines, log } = logger();
  const transport = createSmtpTransport(`${protocol}://127.0.0.1:${port}`, { name: "", address: "a@example.com" });
  const sender = startMailSender({ db: t.db, transport, now: t.clock.now, log });
  const mail = { kind: "thanks", recipient: "person@example.com", subject: "件名", text: "本文", html: "" } as const;
  await queueMail(t.db, mail, {}, t.clock.now());
  sender.wake();
  await expect.poll(() => lines).toHaveLength(1);
  await sender.stop();
  const cause = {
    codes: expect.arrayContaining([expect.stringMatching(/CERT/)]) as unknown,
    reason: expect.stringMatching(/certificate/) as unknown,
  };
  expect(lines[0]).toMatchObject({ msg: "mail not sent yet", cause });
  expect(JSON.stringify(lines)).not.toContain("person@");
  await t.db.query({ text: "delete from mail_outbox" });
});

test("names the reason when the certificate of the payment provider is refused", async () => {
  const port = await startUntrusted({ secure: true });
  const { lines, log } = logger();
  const stripe = openProvider({ secretKey: "sk_test_nobody", apiUrl: `https://127.0.0.1:${port}` });
  const error: unknown = await stripe.customers.retrieve("cus_1").catch((failure: unknown) => failure);
  expect(describeCodes(error)).toEqual({ codes: [expect.stringMatching(/CERT/)] });
  log.warn({ err: new Error("parts of a job that failed: 1", { cause: error }) }, "a job failed");
  expect(JSON.stringify(lines)).toMatch(/"code":"[A-Z_]*CERT/);
});

/** Warnings that no error caused. */
const WITHOUT_ERROR = [
  "a member has two subscriptions",
  "worker ended",
  "SMTP_URL is not set",
  "DATABASE_REPLICA_URL has no effect",
  "The browser application is not built",
  "the stop took too long",
  "logger.warn(line)",
  "an account's password hash has an unknown format",
  "the provider does not know a member's customer",
  "event not understood",
  "messages to an address were given up",
];

test("every warning and error in the log names its cause", async () => {
  const folder = fileURLToPath(new URL("..", import.meta.url));
  const names = await readdir(folder, { recursive: true });
  const without: string[] = [];
  let calls = 0;
  for (const name of names.filter((each) => each.endsWith(".ts") && !each.endsWith(".test.ts"))) {
    const text = await readFile(join(folder, name), "utf8");
    for (const [call] of text.matchAll(/\b(?:log|logger)\??\.(?:warn|error|fatal)\((?:[^()]|\([^()]*\))*\)/g)) {
      calls += 1;
      const namesCause = /[{\s,]err\b|describeCodes\(|\bcause\b/.test(call);
      if (!namesCause && !WITHOUT_ERROR.some((each) => call.includes(each))) without.push(`${name}: ${call}`);
    }
  }
  expect(without).toEqual([]);
  expect(calls).toBeGreaterThan(15);
});
