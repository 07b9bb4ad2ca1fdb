import { emailVerification } from "./email-verification.ts";
import { secondFactor } from "./second-factor.ts";

/**
 * Calls of the screens that secure an account. They are separate from the members' contract, so that the first script
 * of every page does not contain them: see web/build/contract-table.ts.
 */
export const accountSecurity = { secondFactor, emailVerification };
