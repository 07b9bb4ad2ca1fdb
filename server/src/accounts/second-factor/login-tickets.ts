import { hashToken, newToken } from "../../crypto/token.ts";
import type { SubscriptionStatus } from "@manabiya/contract/accounts/user.ts";
import { type Database, int, nullable, statement, text, textOf } from "../../db/statement.ts";

/** Minutes between password and code. */
const TICKET_MINUTES = 5;

// Waits for a change of password that is under way, and then sees it.
const insert = statement("second-factor.insert-ticket", { user_id: int })`
  insert into login_tickets (ticket_hash, user_id, expires_at, provider)
  select $1, id, $4, $5
    from users
   where id = $2 and password_hash = $3
     for share
  returning user_id`;

const find = statement("second-factor.find-ticket", {
  id: int,
  email: text,
  username: text,
  subscription_status: textOf<SubscriptionStatus>(),
  password_hash: text,
  provider: nullable(text),
})`
  select u.id, u.email, u.username, u.subscription_status, u.password_hash, t.provider
    from login_tickets t
    join users u on u.id = t.user_id
   where t.ticket_hash = $1 and t.expires_at > $2 and u.closed_at is null`;

const use = statement("second-factor.use-ticket", { user_id: int })`
  delete from login_tickets where ticket_hash = $1 and expires_at > $2 returning user_id`;

/**
 * Issues a ticket that stands for the verified password, or for a provider's word, for a few minutes and one login.
 * @returns null when the password changed meanwhile
 */
export async function issueTicket(
  db: Database,
  { userId, passwordHash, provider = null }: { userId: number; passwordHash: string; provider?: string | null },
  now: number,
): Promise<string | null> {
  const ticket = newToken();
  const expires = new Date(now + TICKET_MINUTES * 60_000).toISOString();
  const issued = await insert(db, [hashToken(ticket), userId, passwordHash, expires, provider]);
  return issued.length > 0 ? ticket : null;
}

/** @returns the ticket's account; null when it was never issued, was used, has expired, or the password changed */
export async function findTicket(db: Database, ticket: string, now: number) {
  const [account] = await find(db, [hashToken(ticket), new Date(now).toISOString()]);
  return account ?? null;
}

/** @returns false when another request consumed the ticket first */
export async function consumeTicket(db: Database, ticket: string, now: number): Promise<boolean> {
  return (await use(db, [hashToken(ticket), new Date(now).toISOString()])).length > 0;
}
