import type { Database } from "../../db/open.ts";
import { int } from "../../db/columns.ts";
import { statement } from "../../db/statement.ts";
import { voidPasswordResets } from "./password-resets.ts";

const setHash = statement(
  "auth.set-password-hash",
  { id: int },
  `update users set password_hash = $2
    where id = $1 and closed_at is null and ($3::text is null or password_hash = $3)
   returning id`,
);

const revokeSessions = statement(
  "auth.revoke-sessions",
  {},
  `update sessions set revoked_at = $2
    where user_id = $1 and revoked_at is null and id is distinct from $3::uuid`,
);

/** What the old password opened half. */
const removeTickets = statement(
  "auth.remove-login-tickets",
  {},
  `delete from login_tickets where user_id = $1`,
);

interface NewPassword {
  userId: number;
  passwordHash: string;
  /** The hash that is replaced; null: whatever it is. */
  replaces: string | null;
  /** The session that goes on; null: none does. */
  storedSession: string | null;
}

/**
 * Sets a password, ends the account's other sessions and voids its reset links. `tx` must be a transaction.
 * The account's row is written first: logins that verified the old password wait for it and then fail
 * (see `startSession`), so that none slips in between.
 * @returns false when the account was closed or its password changed meanwhile
 */
export async function setPassword(tx: Database, given: NewPassword, now: number): Promise<boolean> {
  const { userId, passwordHash, replaces, storedSession } = given;
  const changed = await setHash(tx, [userId, passwordHash, replaces]);
  if (changed.length === 0) return false;
  await voidPasswordResets(tx, userId, now);
  await removeTickets(tx, [userId]);
  await endSessions(tx, userId, storedSession, now);
  return true;
}

/** Ends every session of an account but one. */
export async function endSessions(
  db: Database,
  userId: number,
  storedSession: string | null,
  now: number,
): Promise<void> {
  await revokeSessions(db, [userId, new Date(now).toISOString(), storedSession]);
}
