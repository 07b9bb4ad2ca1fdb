import type { MailingsContext } from "./context.ts";
import { mailPreferenceRoutes, unsubscribeRoutes } from "./preferences/routes.ts";

/** Members' choices of mails. */
export async function addMailings(context: MailingsContext): Promise<void> {
  mailPreferenceRoutes(context);
  await unsubscribeRoutes(context);
}
