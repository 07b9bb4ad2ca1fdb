import type Stripe from "stripe";
import { type Check, type Finding, lookYourself, ok } from "./finding.ts";
import { KEYS } from "./places.ts";

/** The objects that the server reads and writes for members. Each permission is tried by reading one of them. */
const USED: [resource: string, permission: string, read: (stripe: Stripe) => Promise<unknown>, more?: string[]][] = [
  ["customers", "Customers: Write", (stripe) => stripe.customers.list({ limit: 1 })],
  ["paymentMethods", "PaymentMethods: Read", (stripe) => stripe.paymentMethods.list({ limit: 1 })],
  ["checkout.sessions", "Checkout Sessions: Write", (stripe) => stripe.checkout.sessions.list({ limit: 1 })],
  [
    "subscriptions",
    "Subscriptions: Write",
    (stripe) => stripe.subscriptions.list({ limit: 1 }),
    ["subscriptionSchedules"],
  ],
  ["invoices", "Invoices: Write", (stripe) => stripe.invoices.list({ limit: 1 })],
  ["invoicePayments", "Invoices: Write", (stripe) => stripe.invoicePayments.list({ limit: 1 })],
  ["creditNotes", "Credit notes: Write", (stripe) => stripe.creditNotes.list({ limit: 1 })],
  ["products", "Products: Write", (stripe) => stripe.products.list({ limit: 1 })],
  ["coupons", "Coupons: Write", (stripe) => stripe.coupons.list({ limit: 1 })],
  ["promotionCodes", "Promotion Codes: Write", (stripe) => stripe.promotionCodes.list({ limit: 1 })],
  ["refunds", "Charges and Refunds: Write", (stripe) => stripe.refunds.list({ limit: 1 })],
  ["disputes", "Disputes: Read", (stripe) => stripe.disputes.list({ limit: 1 })],
];

export const permissions: Check[] = USED.map(([resource, permission, read, more = []]) => ({
  subject: resource,
  permission,
  resources: [resource, ...more],
  run: async ({ stripe }) => {
    await read(stripe);
    return [ok(resource, "can be read")];
  },
}));

/** Writing cannot be tried without changing something. */
export function writePermissions(secretKey: string, checks: Check[]): Finding {
  if (!secretKey.startsWith("rk_")) return ok("key", "a secret key, which may read and write everything");
  const names = new Set(checks.map(({ permission }) => permission).filter((name) => name.endsWith(": Write")));
  return lookYourself("key", `whether this restricted key has ${[...names].join(", ")}`, `${KEYS} > the key > Edit`);
}
