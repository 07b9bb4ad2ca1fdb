import type { LoginProvider } from "../config/login-providers.ts";
import type { Seal } from "../crypto/seal.ts";
import type { SiteContext } from "../site/context.ts";
import type { SessionTokens } from "./sessions/sessions.ts";

export interface AccountsContext extends SiteContext {
  tokens: SessionTokens;
  /** Seals the secrets of second factors. */
  seal: Seal;
  /** Seals the cookie of a login by a provider. */
  loginSeal: Seal;
  loginProviders: readonly LoginProvider[];
  /** Whether a provider logs staff in. Their passwords may have to have a second factor, which no provider promises. */
  staffMayUseProviders: boolean;
  /** Call it after a commit that queued mails. */
  wakeMailSender: () => void;
  requireStaffSecondFactor: boolean;
  /** Runs after a member's address changed. Nobody awaits it. */
  tellNewAddress: (userId: number) => void;
}
