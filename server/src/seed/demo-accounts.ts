import { accounts } from "@manabiya/demo/content/accounts.ts";
import { OperatorError } from "../errors/operator-error.ts";
import { type Database, statement, text } from "../db/statement.ts";

const findDemoAccount = statement("demo.find-account", { email: text })`
  select email from users where email = any ($1) and email_verified_at is not null limit 1`;

/**
 * Refuses a production database with demo accounts, whose password is public. Their addresses are verified. A stranger who signs
 * up with one of them cannot verify it, since example.com takes no mail, and must not keep the service from starting.
 * @throws OperatorError
 */
export async function refuseDemoAccounts(db: Database): Promise<void> {
  const emails = accounts.map(({ email }) => email);
  const [found] = await findDemoAccount(db, [emails]);
  if (!found) return;
  throw new OperatorError(
    `This database holds demo accounts (${found.email} …), whose password is public: use another database or DATA_DIR.`,
  );
}
