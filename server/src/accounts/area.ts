import type { AccountsContext } from "./context.ts";
import { agreementRoutes } from "./agreements.ts";
import { emailVerificationRoutes } from "./email-verification.ts";
import { authRoutes } from "./login/routes.ts";
import { passwordResetRoutes } from "./passwords/routes.ts";
import { profileRoutes } from "./profile/routes.ts";
import { accountSessionRoutes } from "./profile/session-routes.ts";
import { secondFactorRoutes } from "./second-factor/routes.ts";

/** Accounts: sign-up, login, passwords, second factor, profile, devices. */
export function addAccounts(context: AccountsContext): void {
  authRoutes(context);
  agreementRoutes(context);
  passwordResetRoutes(context);
  secondFactorRoutes(context);
  emailVerificationRoutes(context);
  profileRoutes(context);
  accountSessionRoutes(context);
}
