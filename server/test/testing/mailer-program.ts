// Sends the mailings of a database until it is killed. Its parent may set its clock ahead, so that an outage of an hour
// lasts seconds.
import { openDatabase } from "../../src/db/open.ts";
import type { DatabaseConfig } from "../../src/db/pooler.ts";
import { createUnsubscribeLinks } from "../../src/mailings/preferences/unsubscribe-token.ts";
import { startMailer } from "../../src/mailings/mailer.ts";
import { createSmtpTransport } from "../../src/mail/transport.ts";
import { SITE, TEST_SECRET } from "./site.ts";

export interface MailerProgram {
  database: DatabaseConfig;
  smtpUrl: string;
  /** Mails a minute. */
  rate: number;
}

const [given = ""] = process.argv.slice(2);
const { database, smtpUrl, rate } = JSON.parse(given) as MailerProgram;
let ahead = 0;
process.on("message", (milliseconds: number) => (ahead = milliseconds));
const warn = (fields: unknown, message?: string) => console.error(JSON.stringify(fields), message);
startMailer({
  db: openDatabase(database, () => {}),
  transport: createSmtpTransport(
    smtpUrl,
    { name: SITE.name, address: "no-reply@manabiya.example" },
    { isPooled: true },
  ),
  site: SITE,
  unsubscribe: createUnsubscribeLinks(SITE, TEST_SECRET),
  rate,
  now: () => Date.now() + ahead,
  log: { warn, error: warn },
});
process.send?.("sending");
