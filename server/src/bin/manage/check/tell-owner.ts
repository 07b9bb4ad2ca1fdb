import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod/mini";
import { type Finding, lineOf } from "../../../billing/check/finding.ts";
import type { Env, SiteSettings } from "../../../config/config.ts";
import { OperatorError } from "../../../errors/operator-error.ts";
import { composeEmail } from "../../../mail/email-layout.ts";
import { createSmtpTransport } from "../../../mail/transport.ts";
import { openLiveSite } from "../../../site/live-site.ts";
import { openChecked } from "./database.ts";

/** Milliseconds for one mail. */
const PATIENCE = 30_000;

/** In DATA_DIR, because the database may be away: what was told, and to whom. */
const FILE = "told-by-check.json";

const Told = z.object({ addresses: z.array(z.string()), subjects: z.array(z.string()) });

/**
 * Mails the owner's addresses (サイトの設定) by SMTP itself, because a dead server sends no mail. Each line is told once until
 * it is in order again.
 * @param findings the lines that are wrong now @param options.isWhole nothing else is wrong
 * @throws OperatorError when the mail could not be sent; the next run tries again
 */
export async function tellOwner(
  env: Env,
  findings: Finding[],
  { hide, isWhole }: { hide: (text: string) => string; isWhole: boolean },
): Promise<void> {
  const file = join(env.dataDir, FILE);
  const before = await readFile(file, "utf8")
    .then((content) => Told.parse(JSON.parse(content)))
    .catch((): z.infer<typeof Told> => ({ addresses: [], subjects: [] }));
  const stored = await readSite(env);
  const site = stored ?? env.site;
  const addresses = stored?.alertAddresses ?? before.addresses;
  const fresh = findings.filter(({ subject }) => !before.subjects.includes(subject));
  const isTold = addresses.length > 0;
  if (!isTold) console.log("Nobody is told: お知らせの宛先 on the screen サイトの設定 is empty.");
  else if (fresh.length > 0) await send(env, addresses, mailOf(site, fresh, hide), hide);
  const present = isTold ? findings.map(({ subject }) => subject) : [];
  const subjects = isWhole ? present : [...new Set([...before.subjects, ...present])];
  await writeFile(file, JSON.stringify({ addresses, subjects }), { mode: 0o600 });
}

/** @returns null: the database is away */
async function readSite(env: Env): Promise<SiteSettings | null> {
  const db = await openChecked(env).catch(() => null);
  if (db === null) return null;
  try {
    return await openLiveSite(db, env.site);
  } catch {
    return null;
  } finally {
    await db.close();
  }
}

const mailOf = (site: SiteSettings, findings: Finding[], hide: (text: string) => string) => (recipient: string) =>
  composeEmail(site, { kind: "owner-alert", recipient, title: "サーバーに問題があります" }, [
    "サーバーの点検で、次の問題が見つかりました。サーバーを管理している方に、このメールを転送してください。",
    hide(findings.map(lineOf).join("\n")),
  ]);

async function send(
  env: Env,
  addresses: string[],
  mailTo: ReturnType<typeof mailOf>,
  hide: (text: string) => string,
): Promise<void> {
  const { smtpUrl, from } = env.mail;
  if (smtpUrl === null) throw new OperatorError("The owner could not be told: set SMTP_URL");
  const transport = createSmtpTransport(smtpUrl, from);
  const created_at = new Date().toISOString();
  const sent = await Promise.allSettled(
    addresses.map((address, index) => {
      const mail = { ...mailTo(address), key: `check-${Date.now()}-${index}`, created_at };
      return transport.send(mail, AbortSignal.timeout(PATIENCE));
    }),
  );
  const failed = sent.filter((each) => each.status === "rejected");
  if (failed.length === sent.length) {
    throw new OperatorError(
      hide(`The owner could not be told: ${failed.map(({ reason }) => String(reason)).join("; ")}`),
    );
  }
}
