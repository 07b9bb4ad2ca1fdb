import { emailTaken, refuseClosedAddress } from "../login/accounts.ts";
import { voidPasswordResets } from "../passwords/password-resets.ts";
import { type Database, instant, int, nullable, statement, text } from "../../db/statement.ts";
import { unauthorized } from "../../errors/app-error.ts";

const lockEmail = statement("profile.lock-email", { email: text, email_verified_at: nullable(instant) })`
  select email, email_verified_at from users where id = $1 and closed_at is null for no key update`;

const update = statement("profile.update", { id: int })`
  update users
     set username = $2, email = $3, email_verified_at = case when email = $3 then email_verified_at end
   where id = $1 and not exists (select from users other where other.email = $3 and other.id <> $1)
  returning id`;

const UNIQUE_VIOLATION = "23505";

/**
 * Changes name and address; links that were sent to the old address stop working. `tx` must be a transaction.
 * @returns the old address, and when it was verified
 * @throws validation error on `email` when it belongs to another account
 */
export async function updateProfile(
  tx: Database,
  given: { userId: number; username: string; email: string },
  now: number,
): Promise<{ email: string; email_verified_at: string | null }> {
  const { userId, username, email } = given;
  refuseClosedAddress(email);
  const [before] = await lockEmail(tx, [userId]);
  if (!before) throw unauthorized();
  const changed = await update(tx, [userId, username, email]).catch((error: { code?: string }) => {
    // A concurrent statement took the address.
    throw error.code === UNIQUE_VIOLATION ? emailTaken() : error;
  });
  if (changed.length === 0) throw emailTaken();
  if (before.email !== email) await voidPasswordResets(tx, userId, now);
  return before;
}
