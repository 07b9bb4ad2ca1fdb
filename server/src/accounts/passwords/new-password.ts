import { command, type Database, int, statement, text } from "../../db/statement.ts";
import type { FastifyRequest } from "fastify";
import { hashPassword, INVALIDATED, isCurrent, verifyPassword } from "./password.ts";
import { voidPasswordResets } from "./password-resets.ts";

const setHash = statement("auth.set-password-hash", { id: int })`
  update users set password_hash = $2
   where id = $1 and closed_at is null and ($3::text is null or password_hash = $3)
  returning id`;

export const findHash = statement("auth.find-password-hash", { password_hash: text })`
  select password_hash from users where id = $1 and closed_at is null`;

const revokeSessions = command("auth.revoke-sessions")`
  update sessions set revoked_at = $2
   where user_id = $1 and revoked_at is null and id is distinct from $3::uuid`;

/** Logins that verified the password and still need a code. */
const removeTickets = command("auth.remove-login-tickets")`delete from login_tickets where user_id = $1`;

interface NewPassword {
  userId: number;
  passwordHash: string;
  /** The hash that must be the current one; null: any. */
  replaces: string | null;
  /** The session that stays; null ends all. */
  exceptSession: string | null;
}

/**
 * Sets a password, ends the account's other sessions and voids its reset links. `tx` must be a transaction.
 * It writes the account's row first: a concurrent login with the old password waits for it and then fails
 * (see `startSession`).
 * @returns false when the account was closed or its password changed meanwhile
 */
export async function setPassword(tx: Database, given: NewPassword, now: number): Promise<boolean> {
  const { userId, passwordHash, replaces, exceptSession } = given;
  const changed = await setHash(tx, [userId, passwordHash, replaces]);
  if (changed.length === 0) return false;
  await voidPasswordResets(tx, userId, now);
  await endSessions(tx, userId, exceptSession, now);
  return true;
}

const invalidate = command("auth.invalidate-password")`
  with removed as (delete from login_identities where user_id = $1)
  update users set password_hash = '${INVALIDATED}' || password_hash
   where id = $1 and password_hash not like '${INVALIDATED}%'`;

/** Refuses the password, and what it may have opened: logins by providers. A new one ends that. */
export const invalidatePassword = (tx: Database, userId: number) => invalidate(tx, [userId]);

/** Ends every session of an account except one, and every unfinished login. `tx` must be a transaction. */
export async function endSessions(
  tx: Database,
  userId: number,
  exceptSession: string | null,
  now: number,
): Promise<void> {
  await removeTickets(tx, [userId]);
  await revokeSessions(tx, [userId, new Date(now).toISOString(), exceptSession]);
}

/**
 * Replaces an imported hash after the right password: nobody is asked for a new one, and the old hash goes.
 * @returns the present hash; null when the password changed meanwhile
 */
export async function renewHash(
  request: FastifyRequest,
  db: Database,
  { id, password_hash }: { id: number; password_hash: string },
  password: string,
): Promise<string | null> {
  if (isCurrent(password_hash)) return password_hash;
  const passwordHash = await hashPassword(password);
  if ((await setHash(db, [id, passwordHash, password_hash])).length > 0) return passwordHash;
  // A login at the same time replaced it first.
  const [present] = await findHash(db, [id]);
  return present && (await verifyPassword(request, { id, ...present }, password)) ? present.password_hash : null;
}
