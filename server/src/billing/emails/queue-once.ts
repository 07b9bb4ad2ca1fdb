import { type Database, statement, text } from "../../db/statement.ts";
import type { MailKind } from "../../mail/mail-kinds.ts";
import { type Mail, queueMail } from "../../mail/outbox.ts";

export interface BillingEmail {
  kind: MailKind;
  /** The occasion, such as an invoice's id: each kind is sent once per occasion. */
  about: string;
  userId: number;
  mail: Mail;
}

const insertEmail = statement("subscription.insert-email", { kind: text })`
  insert into billing_letters (kind, about, user_id, queued_at) values ($1, $2, $3, $4)
  on conflict do nothing returning kind`;

/**
 * Queues an email unless its kind was queued for the same occasion before.
 * @param tx must be a transaction
 * @param now milliseconds since 1970
 * @returns whether the email was queued
 */
export async function queueOnce(tx: Database, { mail, ...email }: BillingEmail, now: number): Promise<boolean> {
  return (await markOnce(tx, email, now)) && (await queueMail(tx, mail, {}, now)) === 0;
}

/** @returns false when the occasion was marked before */
export async function markOnce(
  tx: Database,
  { kind, about, userId }: Omit<BillingEmail, "mail">,
  now: number,
): Promise<boolean> {
  return (await insertEmail(tx, [kind, about, userId, new Date(now).toISOString()])).length > 0;
}
