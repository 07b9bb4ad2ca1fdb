import { command, type Database, instant, int, statement, text } from "../db/statement.ts";
import { AppError } from "../errors/app-error.ts";

/** Codes beside those of SMTP: the mail provider reported a mail that came back, or that its reader took for spam. */
export const BOUNCED = "bounce";
export const COMPLAINED = "complaint";

const ON_CONFLICT = `
  on conflict (user_id) do update
     set undeliverable_email = excluded.undeliverable_email, undeliverable_at = excluded.undeliverable_at,
         undeliverable_code = excluded.undeliverable_code`;

/** Stops all mails to the member's present address. Values: user id, now, code, the refused address. */
export const markUndeliverable = command("mail-preferences.mark-undeliverable")`
  insert into mail_preferences (user_id, undeliverable_email, undeliverable_at, undeliverable_code)
  select id, email, $2, $3 from users where id = $1 and email = $4 and closed_at is null ${ON_CONFLICT}`;

/** The same for the open accounts of many addresses, however their letters are written. Values: addresses, now, a code for each. */
export const markAddressesUndeliverable = statement("mail-preferences.mark-addresses-undeliverable", { user_id: int })`
  insert into mail_preferences (user_id, undeliverable_email, undeliverable_at, undeliverable_code)
  select distinct on (u.id) u.id, u.email, $2::timestamptz, r.code
    from unnest($1::text[], $3::text[]) as r (address, code) join users u on u.email = r.address
   where u.closed_at is null ${ON_CONFLICT} returning user_id`;

/** A mail server took a mail to the address again, or staff want to try. Values: user id, address. */
export const markDeliverable = statement("mail-preferences.mark-deliverable", { user_id: int })`
  update mail_preferences set undeliverable_email = null, undeliverable_at = null, undeliverable_code = null
   where user_id = $1 and undeliverable_email = $2 returning user_id`;

/** The joined rows of `users u` and `mail_preferences p` of members whose present address takes no mails. */
export const IS_UNDELIVERABLE = "p.user_id = u.id and p.undeliverable_email = u.email and u.closed_at is null";

/** No row: the member's address takes mails, as far as anybody knows. Values: user id. */
export const findUndeliverable = statement("mail-preferences.find-undeliverable", { since: instant, code: text })`
  select coalesce(p.undeliverable_at, p.changed_at, u.created_at) as since, coalesce(p.undeliverable_code, '') as code
    from users u join mail_preferences p on ${IS_UNDELIVERABLE} where u.id = $1`;

/** @throws AppError 400: a mail to the member would not be sent */
export async function requireDeliverable(db: Database, userId: number): Promise<void> {
  if ((await findUndeliverable(db, [userId])).length === 0) return;
  const message = "このメールアドレスには届かないため、メールを送信できません。別のメールアドレスに変更してください。";
  throw new AppError(400, "undeliverable", message);
}
