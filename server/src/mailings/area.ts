import type { MailingsContext } from "./context.ts";
import { mailPreferenceRoutes, unsubscribeRoutes } from "./preferences/routes.ts";

/** What members say about mails to many. */
export async function addMailings(context: MailingsContext): Promise<void> {
  mailPreferenceRoutes(context);
  await unsubscribeRoutes(context);
}
