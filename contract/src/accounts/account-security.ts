import { emailVerification } from "./email-verification.ts";
import { secondFactor } from "./second-factor.ts";

/**
 * Calls of the screens that secure an account. Apart from the members' contract, so that they are not in the first
 * script of every page: see web/build/contract-table.ts.
 */
export const accountSecurity = { secondFactor, emailVerification };
