import { operatorCommand } from "../../errors/operator-command.ts";

/** Pages of Stripe's dashboard. The addresses lead to the signed-in person's own account. */
export const KEYS = "Developers > API keys (dashboard.stripe.com/apikeys)";
export const WEBHOOKS = "Developers > Webhooks (dashboard.stripe.com/webhooks)";
export const PRODUCTS = "Product catalogue (dashboard.stripe.com/products)";
export const ACCOUNT_DETAILS = "Settings > Business > Account details (dashboard.stripe.com/settings/account)";
export const PUBLIC_DETAILS = "Settings > Business > Public details (dashboard.stripe.com/settings/public)";
export const BANK_ACCOUNTS = "Settings > Payouts (dashboard.stripe.com/settings/payouts)";
export const CUSTOMER_EMAILS = "Settings > Business > Customer emails (dashboard.stripe.com/settings/emails)";
export const BILLING_EMAILS =
  "Settings > Billing > Subscriptions and emails (dashboard.stripe.com/settings/billing/automatic)";
export const RETRIES = "Billing > Revenue recovery > Retries (dashboard.stripe.com/revenue_recovery/retries)";
export const INVOICES = "Settings > Billing > Invoices (dashboard.stripe.com/settings/billing/invoice)";
export const SAVES_CARDS = `${INVOICES}: on the hosted page, always save the payment method of a paid invoice`;
export const PAYMENT_METHODS =
  "Settings > Payments > Payment methods (dashboard.stripe.com/settings/payment_methods): turn it on";
export const RADAR = "Radar > Rules (dashboard.stripe.com/settings/radar/rules)";
export const PORTAL = "Settings > Billing > Customer portal (dashboard.stripe.com/settings/billing/portal)";

/** It repairs what the API can change. */
export const SET_UP = operatorCommand("manage stripe-setup");
