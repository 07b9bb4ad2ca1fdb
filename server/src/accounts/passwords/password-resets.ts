import { command, type Database, int, statement, text } from "../../db/statement.ts";
import type { SiteSettings } from "../../config/config.ts";
import { passwordResetMail } from "../../mail/emails.ts";
import { queueMail } from "../../mail/outbox.ts";
import { lockAccount } from "../login/accounts.ts";
import type { Client } from "../login/known-client.ts";
import { hashToken, newToken } from "../../crypto/token.ts";

/** Minutes until a link to a new password expires. */
const RESET_MINUTES = 30;

const lockAccountOf = statement("auth.lock-account-by-email", { id: int })`
  select id from users where email = $1 and closed_at is null and (suspended_at is null or $2::boolean) for no key update`;

const removeResets = command("auth.remove-resets")`delete from password_resets where user_id = $1`;

const voidResets = command("auth.void-resets")`
  update password_resets set used_at = $2 where user_id = $1 and used_at is null`;

const insertReset = command("auth.insert-reset")`
  insert into password_resets (token_hash, user_id, created_at, expires_at)
  select $1, $2, $3, $4 where $2::integer is not null`;

const findReset = statement("auth.find-reset", { id: int, username: text, email: text })`
  select u.id, u.username, u.email
    from password_resets r
    join users u on u.id = r.user_id
   where r.token_hash = $1 and r.used_at is null and r.expires_at > $2 and u.closed_at is null`;

const useReset = statement("auth.use-reset", { user_id: int })`
  update password_resets set used_at = $2
   where token_hash = $1 and used_at is null and expires_at > $2
  returning user_id`;

const findUsed = statement("auth.find-used-reset", { user_id: int })`
  select user_id from password_resets where token_hash = $1 and used_at is not null`;

/** Whether the link was used, or ended when another password was set. */
export async function isUsedReset(db: Database, token: string): Promise<boolean> {
  return (await findUsed(db, [hashToken(token)])).length > 0;
}

/** The owner of a link. */
export interface ResetAccount {
  id: number;
  username: string;
  email: string;
}

/**
 * Queues a mail with a new link to an account's address; older links stop working. `tx` must be a transaction. An
 * address without an account, or past its limit, runs the same statements, so that the duration reveals nothing. The same
 * holds for a suspended account, unless staff send the mail.
 * @returns 0, or the seconds after which the address may get another mail
 */
export async function queuePasswordReset(
  tx: Database,
  site: SiteSettings,
  given: { email: string; next?: string | undefined; client: Client; isByStaff?: boolean },
  now: number,
): Promise<number> {
  const { email, next, client, isByStaff = false } = given;
  const token = newToken();
  const [account] = await lockAccountOf(tx, [email, isByStaff]);
  const mail = passwordResetMail(site, { recipient: email, token, next, minutes: RESET_MINUTES });
  const wait = await queueMail(tx, mail, { ...client, isForNobody: account === undefined }, now);
  const userId = wait === 0 && account ? account.id : null;
  const expires = new Date(now + RESET_MINUTES * 60_000).toISOString();
  await removeResets(tx, [userId]);
  await insertReset(tx, [hashToken(token), userId, new Date(now).toISOString(), expires]);
  return wait;
}

/** @returns the token's owner; null when it was never issued, was used or replaced, or has expired. */
export async function findPasswordReset(db: Database, token: string, now: number): Promise<ResetAccount | null> {
  const [account] = await findReset(db, [hashToken(token), new Date(now).toISOString()]);
  return account ?? null;
}

/** `tx` must be a transaction. @returns false when the token was used or expired meanwhile */
export async function usePasswordReset(
  tx: Database,
  { userId, token }: { userId: number; token: string },
  now: number,
): Promise<boolean> {
  await lockAccount(tx, [userId]);
  return (await useReset(tx, [hashToken(token), new Date(now).toISOString()])).length > 0;
}

/** Voids every link that an account was sent. */
export async function voidPasswordResets(tx: Database, userId: number, now: number): Promise<void> {
  await voidResets(tx, [userId, new Date(now).toISOString()]);
}
