import type { SiteContext } from "../site/context.ts";
import type { UnsubscribeLinks } from "./preferences/unsubscribe-token.ts";

export interface MailingsContext extends SiteContext {
  unsubscribe: UnsubscribeLinks;
  /** In the address to which mail providers report; null: none may. */
  reportsSecret: string | null;
}
