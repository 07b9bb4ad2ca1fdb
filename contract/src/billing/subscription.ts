import * as z from "zod/mini";
import { call } from "../route.ts";
import { Instant, Message, name, opaque } from "../text.ts";

export const Price = z.object({
  price_type: z.enum(["monthly", "yearly", "yearly_monthly"]),
  /** Yen without tax. */
  amount: z.int(),
  /** Yen with tax, as charged. */
  amount_including_tax: z.int(),
  /** 0.1 means 10 %. */
  tax_rate: z.number(),
});
export type Price = z.infer<typeof Price>;

export const PaidPlan = z.enum(["monthly", "yearly"], { error: "プランを選択してください。" });
export type PaidPlan = z.infer<typeof PaidPlan>;

/** Full-width letters become half-width. The provider ignores their case. */
export const CouponCode = name("クーポンコード", { max: 100 });

const Address = opaque("URL", { max: 2000 });

export const CreateSubscriptionBody = z.object({
  plan_type: PaidPlan,
  /** On our origin. The provider replaces `{CHECKOUT_SESSION_ID}`. */
  success_url: Address,
  /** On our origin. */
  cancel_url: Address,
  /** Reduces the price. */
  code: z.optional(CouponCode),
  /** Yen including tax, as the confirmation showed the plan without a coupon. Another price refuses the order. */
  price: z.optional(z.int({ error: "priceが正しくありません。" })),
});

/**
 * `complete`: paid and running. `processing`: paid or being paid, not running yet. `open`: not paid yet.
 * `expired`: too late. `failed`: the payment failed for good. `ended`: paid, and the subscription no longer gives access.
 */
export const CheckoutStatus = z.enum(["complete", "processing", "open", "expired", "failed", "ended"]);
export type CheckoutStatus = z.infer<typeof CheckoutStatus>;

/** The plan that begins with the next period. */
export const ScheduledChange = z.object({ to_plan: PaidPlan, changes_at: Instant });
export type ScheduledChange = z.infer<typeof ScheduledChange>;

/** Renewals after a change. Yen include tax. */
const Renewals = {
  /** The first renewal after the change and its charge. */
  next_charge_at: Instant,
  next_charge: z.int(),
  /** The first renewal with a charge above zero. */
  first_due_at: Instant,
  first_due: z.int(),
};

/** The effect of a change to `new_plan` now, computed by the card provider. Yen include tax. */
export const PlanChangePreview = z.object({
  from_plan: PaidPlan,
  to_plan: PaidPlan,
  /** The immediate charge. */
  charged_today: z.int(),
  /** The value of the unused period. It reduces the immediate charge; the rest becomes `credit`. */
  unused: z.int(),
  /** Reduces later charges. */
  credit: z.int(),
  ...Renewals,
  /** The second of the computation. A change with this date charges these figures. */
  proration_date: z.int(),
  /** The effect of the same change at the end of the paid period; null: it is not offered. Nothing is charged today. */
  at_period_end: z.nullable(z.object({ credit: z.int(), ...Renewals })),
});
export type PlanChangePreview = z.infer<typeof PlanChangePreview>;

/** The prices are those of a period before the change; null for changes before they were stored. */
export const PlanChange = z.object({
  from_plan: PaidPlan,
  to_plan: PaidPlan,
  from_price: z.nullable(z.int()),
  from_price_without_tax: z.nullable(z.int()),
  changed_at: Instant,
});
export type PlanChange = z.infer<typeof PlanChange>;

/** A change of plan that waits for its payment at `url`. `session_id` is the parameter of `completeChange`. */
export const PendingPlanChange = z.object({
  session_id: z.string(),
  from_plan: PaidPlan,
  to_plan: PaidPlan,
  url: z.nullable(z.string()),
});
export type PendingPlanChange = z.infer<typeof PendingPlanChange>;

/** A bill that is not paid. `url`: the page to pay it, with 3-D Secure. `retry_at`: the next retry. */
const FailedPayment = z.object({
  amount: z.int(),
  url: z.nullable(z.string()),
  retry_at: z.nullable(Instant),
  /** The payment waits for 3-D Secure. */
  needs_authentication: z.boolean(),
  currency: z.optional(z.string()),
  /** False: staff gave it up, so no card is charged for it any more. */
  is_charged: z.optional(z.boolean()),
  /** The last day of one that was sent. */
  due_at: z.optional(z.nullable(Instant)),
  is_overdue: z.optional(z.boolean()),
});

/** A member's live subscription at the card provider. Amounts include tax. */
export const SubscriptionDetails = z.object({
  plan: PaidPlan,
  /** The price of a period by the member's own contract, which may be older than the price list. */
  price: z.int(),
  price_without_tax: z.int(),
  currency: z.optional(z.string()),
  /** The chosen end, also one after further renewals. Null: none. */
  ends_at: z.optional(z.nullable(Instant)),
  /** Nothing is collected until this instant; null: until staff resume it. */
  collection_pause: z.optional(z.nullable(z.object({ until: z.nullable(Instant) }))),
  /** Invoices are sent instead of charging a card. */
  sends_invoices: z.optional(z.boolean()),
  /** A sent invoice that is not paid, and the page to pay it. */
  sent_bill: z.optional(z.nullable(FailedPayment)),
  /** Its period is not paid, so a cancellation ends it at once. */
  ends_at_once: z.optional(z.boolean()),
  /** Null: nothing is charged before the end, or while collection is paused. */
  next_charge_at: z.nullable(Instant),
  next_charge: z.nullable(z.int()),
  /** A coupon reduces `next_charge`. */
  next_charge_has_coupon: z.optional(z.boolean()),
  /** Reduces later charges. */
  credit: z.int(),
  /** The card that the next renewal charges. `is_expiring`: before or in the month of that renewal. */
  card: z.nullable(
    z.object({ brand: z.string(), last4: z.string(), exp_month: z.int(), exp_year: z.int(), is_expiring: z.boolean() }),
  ),
  /** The latest payment was made with this card, and not with `card`. */
  paid_by_other: z.optional(z.nullable(z.object({ brand: z.string(), last4: z.string() }))),
  scheduled_change: z.nullable(ScheduledChange),
  /** A failed renewal. */
  failed_payment: z.nullable(FailedPayment),
});
export type SubscriptionDetails = z.infer<typeof SubscriptionDetails>;

export const subscription = {
  prices: call("List the prices of all plans", { response: { 200: z.array(Price) } }),
  /** 409: `sales_closed` while a public site lacks a legal page, `already_subscribed`, `price_changed`, or `subscription_unclear` beside a subscription that we do not sell. */
  create: call("Start a checkout for a plan", {
    body: CreateSubscriptionBody,
    response: { 200: z.object({ url: z.string(), session_id: z.string() }) },
    errors: [409, 429],
  }),
  /** 404 for another member's checkout. */
  checkSession: call("Get the result of a checkout", {
    params: z.object({ session_id: opaque("session_id", { max: 200 }) }),
    response: { 200: z.object({ status: CheckoutStatus }) },
    errors: [429],
  }),
  /** `subscription`: null without a live one. */
  get: call("Get the member's subscription, invoices and payment method", {
    response: {
      200: z.object({
        subscription: z.nullable(SubscriptionDetails),
        /** The bill of a suspended subscription, which its payment resumes. */
        unpaid_bill: z.nullable(FailedPayment),
        /** The first bill of a plan that was ordered by invoice: the plan begins when it is paid. */
        awaited_bill: z.optional(z.nullable(FailedPayment)),
        pending_change: z.nullable(PendingPlanChange),
        /** The customer's balance in yen, also after the subscription's end. */
        credit: z.int(),
        /** Whether the member is a customer of the provider. */
        has_invoices: z.boolean(),
      }),
    },
    errors: [429],
  }),
  previewChange: call("Preview the amounts of a plan change", {
    querystring: z.object({ new_plan: PaidPlan }),
    response: { 200: PlanChangePreview },
    errors: [409, 429],
  }),
  /** The last change that took effect. */
  lastChange: call("Get the member's latest plan change", {
    response: { 200: z.object({ change: z.nullable(PlanChange) }) },
  }),
  /**
   * `proration_date` of a preview charges its figures; 409 `preview_expired` when it is too old.
   * Without `success` the member pays at `url`, then `completeChange` gets `session_id`.
   */
  changePlan: call("Change the plan as previewed", {
    body: z.object({
      new_plan: PaidPlan,
      proration_date: z.optional(z.int({ error: "proration_dateが正しくありません。" })),
    }),
    response: {
      200: z.object({ success: z.boolean(), session_id: z.optional(z.string()), url: z.optional(z.string()) }),
    },
    errors: [409, 429],
  }),
  /** 409 `payment_pending` while it is not paid, 409 `change_expired` when it was not paid in time. */
  completeChange: call("Complete a plan change after its payment", {
    body: z.object({ session_id: opaque("session_id", { max: 200 }) }),
    response: { 200: z.object({ success: z.literal(true), from_plan: PaidPlan, to_plan: PaidPlan }) },
    errors: [404, 409, 429],
  }),
  /** Ends auto-renewal; access continues to the end of the paid period. */
  cancel: call("Cancel the subscription at the end of its period", { response: { 200: Message }, errors: [409, 429] }),
  undoCancel: call("Undo a scheduled cancellation", { response: { 200: Message }, errors: [409, 429] }),
  /** The provider's page for invoices and cards. */
  customerPortal: call("Open the card provider's customer portal", {
    body: z.object({ return_url: Address }),
    response: { 200: z.object({ url: z.string() }) },
    errors: [409, 429],
  }),
};

/** Called by the card provider. The signature covers the raw bytes of the body. */
export const stripe = {
  webhook: call("Receive a signed event of the card provider", {
    response: { 200: z.object({ received: z.boolean() }) },
    errors: [400],
  }),
};
