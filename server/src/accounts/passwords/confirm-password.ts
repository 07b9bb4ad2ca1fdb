import type { FastifyRequest } from "fastify";
import type { Database } from "../../db/open.ts";
import { text } from "../../db/columns.ts";
import { statement } from "../../db/statement.ts";
import { countLogin } from "../login/login-limits.ts";
import { verifyPassword } from "./password.ts";

const findHash = statement(
  "auth.find-password-hash",
  { password_hash: text },
  `select password_hash from users where id = $1 and closed_at is null`,
);

/**
 * Asks the signed-in member for the password again. Wrong ones count as guesses at the login do, for a stolen
 * session must not become a stolen password.
 * @returns the password's hash when it was right, else null
 * @throws 429
 */
export async function confirmPassword(
  db: Database,
  { currentUser, ip }: FastifyRequest,
  password: string,
  now: number,
): Promise<string | null> {
  const wasRight = await countLogin(db, { email: currentUser.email, address: ip }, now);
  const [account] = await findHash(db, [currentUser.id]);
  if (!account || !(await verifyPassword(account.password_hash, password))) return null;
  await wasRight();
  return account.password_hash;
}
