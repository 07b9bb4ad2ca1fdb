import { command, type Database, int, statement } from "../../db/statement.ts";
import { removeSecondFactor } from "../second-factor/queries.ts";

/** Values: user id, now. */
export const markVerified = statement("auth.mark-email-verified", { id: int })`
  update users set email_verified_at = $2 where id = $1 and email_verified_at is null returning id`;

/** Tables whose rows give power over an account, or hold a way to it. */
export const POWERS = [
  "known_devices",
  "second_factors",
  "recovery_codes",
  "password_resets",
  "email_verifications",
  "staff_invitations",
  "login_tickets",
  "login_identities",
  "api_keys",
];

const removals = POWERS.map((table) => command(`first-verification.${table}`)`delete from ${table} where user_id = $1`);

/**
 * Opening a reset link verifies the address: only the mailbox's owner reads the link, and a change of address voids
 * older ones. The first verification deletes everything with power over the account, because a stranger may have typed
 * the address and set it up.
 * `tx` must be a transaction that has locked the account and used the link.
 * @returns whether a second factor was turned off by this
 */
export async function verifyByReset(tx: Database, userId: number, now: number): Promise<boolean> {
  const isFirst = (await markVerified(tx, [userId, new Date(now).toISOString()])).length > 0;
  if (!isFirst) return false;
  const hadSecondFactor = await removeSecondFactor(tx, userId);
  for (const remove of removals) await remove(tx, [userId]);
  return hadSecondFactor;
}
