import * as z from "zod/mini";
import { call } from "../route.ts";
import { Instant } from "../text.ts";
import { PaidPlan } from "./subscription.ts";

/** The charges of a purchase now, computed by the card provider. Yen include tax. */
export const CheckoutPreview = z.object({
  plan: PaidPlan,
  /** The price of a period, and the tax in it. */
  price: z.int(),
  tax: z.int(),
  charged_today: z.int(),
  /** The part of the price that the member's credit pays today, and the credit that remains. */
  credit_used: z.int(),
  credit: z.int(),
  /** The first renewal and its charge. */
  next_charge_at: Instant,
  next_charge: z.int(),
  /** The first renewal with a charge above zero. */
  first_due_at: Instant,
  first_due: z.int(),
});
export type CheckoutPreview = z.infer<typeof CheckoutPreview>;

export const checkoutPreview = call(
  "Preview the charges of a purchase",
  { querystring: z.object({ plan_type: PaidPlan }), response: { 200: CheckoutPreview } },
  { errors: [429] },
);
