import * as z from "zod/mini";
import { call } from "../route.ts";
import { Instant } from "../text.ts";
import { CouponCode, PaidPlan } from "./subscription.ts";

/** The charges of an order with a coupon, computed by the card provider. Yen include tax where nothing else is said. */
export const CouponPreview = z.object({
  plan: PaidPlan,
  /** In the provider's spelling. */
  code: z.string(),
  /** Without tax, before the discount. */
  subtotal: z.int(),
  /** Without tax. */
  discount: z.int(),
  tax: z.int(),
  charged_today: z.int(),
  /** The part that the customer's credit pays. */
  credit_used: z.int(),
  next_charge_at: Instant,
  next_charge: z.int(),
  /** The first renewal without the discount; null: the discount does not end. */
  full_price_at: z.nullable(Instant),
  full_price: z.int(),
});
export type CouponPreview = z.infer<typeof CouponPreview>;

export const coupon = {
  /** 400 for `code` with the reason why it does not reduce this order. */
  preview: call(
    "Preview the charges of an order with a coupon",
    { body: z.object({ plan_type: PaidPlan, code: CouponCode }), response: { 200: CouponPreview } },
    { errors: [429] },
  ),
};
