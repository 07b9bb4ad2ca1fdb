import type { MailingsContext } from "./context.ts";
import { mailPreferenceRoutes, unsubscribeRoutes } from "./preferences/routes.ts";
import { mailReportRoutes } from "./reports/routes.ts";

/** Members' choices of mails, and what mail providers report of them. */
export async function addMailings(context: MailingsContext): Promise<void> {
  mailPreferenceRoutes(context);
  await unsubscribeRoutes(context);
  mailReportRoutes(context);
}
