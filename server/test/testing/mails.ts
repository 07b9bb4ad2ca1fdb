import { asc, eq } from "drizzle-orm";
import type { Database } from "../../src/db/open.ts";
import { mail_outbox } from "../../src/db/schema.ts";

/** What lies in the outbox for an address, oldest first, sent or not. */
export function mailsTo({ orm }: Database, recipient: string) {
  return orm
    .select()
    .from(mail_outbox)
    .where(eq(mail_outbox.recipient, recipient))
    .orderBy(asc(mail_outbox.id));
}

/** What those mails are about, without the site's name. */
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
