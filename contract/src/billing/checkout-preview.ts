import * as z from "zod/mini";
import { call } from "../route.ts";
import { Instant } from "../text.ts";
import { CouponCode, PaidPlan } from "./subscription.ts";

/** A code that reduces the first payment, or more of them. Yen include tax. */
const CheckoutCoupon = z.object({
  /** In the provider's spelling. */
  code: z.string(),
  /** The reduced price of a period, and the tax in it. */
  price: z.int(),
  tax: z.int(),
  /** How many payments are reduced, the first included, and the first one after them; null: all. */
  payments: z.nullable(z.int()),
  full_price_at: z.nullable(Instant),
});

/** The charges of a purchase now, computed by the card provider. Yen include tax. */
export const CheckoutPreview = z.object({
  plan: PaidPlan,
  /** The price of a period without a coupon, and the tax in it. */
  price: z.int(),
  tax: z.int(),
  charged_today: z.int(),
  /** The part of the price that the member's credit pays today, and the credit that remains. */
  credit_used: z.int(),
  credit: z.int(),
  /** The first renewal and its charge. */
  next_charge_at: Instant,
  next_charge: z.int(),
  /** The first renewal with a charge above zero. Zero: no renewal has one. */
  first_due_at: Instant,
  first_due: z.int(),
  coupon: z.nullable(CheckoutCoupon),
  /** The order can also be paid at a convenience store or by bank transfer. */
  by_invoice: z.optional(z.boolean()),
});
export type CheckoutPreview = z.infer<typeof CheckoutPreview>;

/** 400 for `code` with the reason why it does not reduce this order. */
export const checkoutPreview = call("Preview the charges of a purchase", {
  querystring: z.object({ plan_type: PaidPlan, code: z.optional(CouponCode) }),
  response: { 200: CheckoutPreview },
  errors: [429],
});

/** A repeated order returns the same page. 409: as for an order by card, and `invoices_closed` while the site takes none. */
export const orderByInvoice = call("Order the yearly plan and pay it by invoice", {
  /** Yen including tax, as the confirmation showed it. */
  body: z.object({ price: z.optional(z.int({ error: "priceが正しくありません。" })) }),
  /** The provider's page of the invoice. */
  response: { 200: z.object({ url: z.string() }) },
  errors: [409, 429],
});
