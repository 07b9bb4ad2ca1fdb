import type { BillingContext } from "./context.ts";
import { adminSalesRoutes } from "./books/routes.ts";
import { receiptRoutes } from "./receipts/routes.ts";
import { subscriptionRoutes } from "./routes.ts";

/** Billing: checkout, subscription, webhook, receipts, and the staff's books. */
export function addBilling(context: BillingContext): void {
  subscriptionRoutes(context);
  receiptRoutes(context);
  adminSalesRoutes(context);
}
