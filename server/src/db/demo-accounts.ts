import { demoCatalogue } from "@manabiya/demo/content/catalogue.ts";
import { inArray } from "drizzle-orm";
import { OperatorError } from "../runtime/operator-error.ts";
import type { Database } from "./open.ts";
import { users } from "./schema.ts";

/**
 * Outside the demo its accounts must not exist: everybody knows their password.
 * @throws OperatorError
 */
export async function refuseDemoAccounts(db: Database): Promise<void> {
  const emails = demoCatalogue.accounts.map(({ email }) => email);
  const found = await db.orm.select({ email: users.email }).from(users).where(inArray(users.email, emails));
  if (found.length === 0) return;
  throw new OperatorError(
    `This database holds demo accounts (${found[0]?.email} …), whose password is public: use another database or DATA_DIR.`,
  );
}
