import { hashToken, newToken } from "../sessions/token.ts";
import type { Database } from "../../db/open.ts";
import { int } from "../../db/columns.ts";
import { statement } from "../../db/statement.ts";
import type { SiteSettings } from "../../config/config.ts";
import { verifyEmailMail } from "../../mail/account-emails.ts";
import { queueMail } from "../../mail/outbox.ts";

/** Days that a link lives. */
const LINK_DAYS = 3;
const DAY = 24 * 60 * 60 * 1000;

const remove = statement(
  "email-verification.remove",
  {},
  `delete from email_verifications where user_id = $1`,
);

const insert = statement(
  "email-verification.insert",
  {},
  `insert into email_verifications (token_hash, user_id, email, expires_at) values ($1, $2, $3, $4)`,
);

const verify = statement(
  "email-verification.verify",
  { id: int },
  `with used as (
     delete from email_verifications where token_hash = $1 returning user_id, email, expires_at)
   update users u set email_verified_at = coalesce(u.email_verified_at, $2)
     from used
    where u.id = used.user_id and u.email = used.email and used.expires_at > $2 and u.closed_at is null
   returning u.id`,
);

/** Queues a mail with a new link to an account's address; those before it stop working. `tx` must be a transaction. */
export async function queueVerification(
  tx: Database,
  site: SiteSettings,
  { userId, email }: { userId: number; email: string },
  now: number,
): Promise<void> {
  const token = newToken();
  await remove(tx, [userId]);
  await insert(tx, [hashToken(token), userId, email, new Date(now + LINK_DAYS * DAY).toISOString()]);
  await queueMail(tx, verifyEmailMail(site, { recipient: email, token, days: LINK_DAYS }), now);
}

/** Uses a link up. @returns false for one that is unknown, used, replaced, too old, or of another address */
export async function verifyEmail(db: Database, token: string, now: number): Promise<boolean> {
  return (await verify(db, [hashToken(token), new Date(now).toISOString()])).length > 0;
}
