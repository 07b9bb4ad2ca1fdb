import type { Route } from "../http/route.ts";
import { accountRoutes } from "./account.ts";
import { checkoutRoutes } from "./checkout.ts";
import { creditNoteRoutes } from "./credit-notes.ts";
import { customerRoutes } from "./customers.ts";
import { eventRoutes } from "./events.ts";
import { invoiceRoutes } from "./invoices.ts";
import { paymentMethodRoutes } from "./payment-methods.ts";
import { portalRoutes } from "./portal.ts";
import { priceRoutes } from "./prices.ts";
import { productRoutes } from "./products.ts";
import { promotionCodeRoutes } from "./promotion-codes.ts";
import { refundRoutes } from "./refunds.ts";
import { scheduleRoutes } from "./schedules.ts";
import { subscriptionRoutes } from "./subscriptions.ts";
import { taxIdRoutes } from "./tax-ids.ts";
import { taxRateRoutes } from "./tax-rates.ts";

export const routes: readonly Route[] = [
  ...accountRoutes,
  ...customerRoutes,
  ...productRoutes,
  ...priceRoutes,
  ...taxRateRoutes,
  ...taxIdRoutes,
  ...checkoutRoutes,
  ...subscriptionRoutes,
  ...scheduleRoutes,
  ...invoiceRoutes,
  ...paymentMethodRoutes,
  ...portalRoutes,
  ...promotionCodeRoutes,
  ...refundRoutes,
  ...creditNoteRoutes,
  ...eventRoutes,
];
