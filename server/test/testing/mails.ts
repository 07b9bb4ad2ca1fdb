import type { Database } from "../../src/db/open.ts";
import { selectRows } from "./select-rows.ts";

/** The outbox's mails to an address, oldest first, sent or not. */
export const mailsTo = (db: Database, recipient: string) => selectRows(db, "mail_outbox", { recipient });

/** Their subjects, without the site's name. */
export async function subjectsTo(db: Database, recipient: string): Promise<string[]> {
  return (await mailsTo(db, recipient)).map(({ subject }) => subject.replace("【学び舎】", ""));
}

/** The token in the newest mail to an address that has one. */
export async function resetTokenOf(db: Database, recipient: string): Promise<string> {
  for (const { text } of (await mailsTo(db, recipient)).toReversed()) {
    const token = /\/reset-password\?token=([\w-]+)/.exec(text)?.[1];
    if (token !== undefined) return token;
  }
  throw new Error(`no link was mailed to ${recipient}`);
}
