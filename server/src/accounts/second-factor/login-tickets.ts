import { hashToken, newToken } from "../sessions/token.ts";
import type { Database } from "../../db/open.ts";
import { int, text, textOf } from "../../db/columns.ts";
import { statement } from "../../db/statement.ts";

/** Minutes between the password and the code. */
const TICKET_MINUTES = 5;

/** Whose login a ticket goes on with. */
export interface TicketAccount {
  id: number;
  email: string;
  username: string;
  subscription_status: "active" | "inactive" | "canceled" | "trial";
  password_hash: string;
}

const insert = statement(
  "second-factor.insert-ticket",
  { user_id: int }, // Waits for a change of password that is under way, and then sees it.
  `insert into login_tickets (ticket_hash, user_id, expires_at)
   select $1, id, $4
     from users
    where id = $2 and password_hash = $3
      for share
   returning user_id`,
);

const find = statement(
  "second-factor.find-ticket",
  {
    id: int,
    email: text,
    username: text,
    subscription_status: textOf<"active" | "inactive" | "canceled" | "trial">(),
    password_hash: text,
  },
  `select u.id, u.email, u.username, u.subscription_status, u.password_hash
     from login_tickets t
     join users u on u.id = t.user_id
    where t.ticket_hash = $1 and t.expires_at > $2 and u.closed_at is null`,
);

const use = statement(
  "second-factor.use-ticket",
  { user_id: int },
  `delete from login_tickets where ticket_hash = $1 and expires_at > $2 returning user_id`,
);

/**
 * Says that the password was right, for a few minutes and one login.
 * @returns null when the password changed meanwhile
 */
export async function issueTicket(
  db: Database,
  { userId, passwordHash }: { userId: number; passwordHash: string },
  now: number,
): Promise<string | null> {
  const ticket = newToken();
  const expires = new Date(now + TICKET_MINUTES * 60_000).toISOString();
  const issued = await insert(db, [hashToken(ticket), userId, passwordHash, expires]);
  return issued.length > 0 ? ticket : null;
}

/** @returns null for a ticket that was never issued, was used, is too old, or is from before a new password */
export async function findTicket(db: Database, ticket: string, now: number): Promise<TicketAccount | null> {
  const [account] = await find(db, [hashToken(ticket), new Date(now).toISOString()]);
  return account ?? null;
}

/** @returns false when somebody was faster */
export async function consumeTicket(db: Database, ticket: string, now: number): Promise<boolean> {
  return (await use(db, [hashToken(ticket), new Date(now).toISOString()])).length > 0;
}
