import type { SiteContext } from "../site/context.ts";
import type { UnsubscribeLinks } from "./preferences/unsubscribe-token.ts";

export interface MailingsContext extends SiteContext {
  unsubscribe: UnsubscribeLinks;
}
