import * as z from "zod/mini";
import { SubscriptionDetails } from "../../billing/subscription.ts";
import { call } from "../../route.ts";
import { Instant, opaque, params } from "../../text.ts";
import { ReasonBody } from "../members.ts";

/** A payment of a member. Amounts include tax. */
export const Payment = z.object({
  /** The invoice's id at the card provider. */
  invoice: z.string(),
  number: z.string(),
  paid_at: Instant,
  description: z.string(),
  amount: z.int(),
  /** Such as "jpy". */
  currency: z.optional(z.string()),
  refunded: z.int(),
  /**
   * The payment less refunds, credit notes and unused credit: the most that a refund may be, unless it takes the credit
   * too. Yen: 0 while the bank holds the money because of a dispute,
   * and if it was not paid in yen through the provider.
   */
  refundable: z.int(),
  /** The unused credit that a change of plan made of this payment, and that can be refunded. */
  credit: z.int(),
  /** Null: no document, or the caller may not see members, whom it names. */
  pdf: z.nullable(z.string()),
  dispute: z.nullable(
    z.object({
      amount: z.int(),
      /** Japanese. */
      reason: z.string(),
      status: z.enum(["open", "won", "lost"]),
      /** The deadline of the evidence. Null: none is needed. */
      due_by: z.nullable(Instant),
      /** The provider's page for the evidence. */
      url: z.nullable(z.string()),
    }),
  ),
});
export type Payment = z.infer<typeof Payment>;

/** A member's balance at the card provider, in yen, and what the running contract charges. */
export const MemberCredit = z.object({
  credit: z.int(),
  /** Null: no contract runs. */
  charges: z.optional(
    z.nullable(
      z.pick(SubscriptionDetails, {
        ends_at: true,
        collection_pause: true,
        next_charge_at: true,
        next_charge: true,
        next_charge_has_coupon: true,
        currency: true,
      }),
    ),
  ),
  /** Newest first. */
  entries: z.array(
    z.object({
      at: Instant,
      cause: z.enum(["change", "note", "used", "restored", "taken_back", "other"]),
      /** Positive: given to the member. */
      amount: z.int(),
      /** The number of the invoice that moved the balance, or whose payment was given back. */
      number: z.nullable(z.string()),
    }),
  ),
});
export type MemberCredit = z.infer<typeof MemberCredit>;

const AMOUNT = "返金額は1円以上の整数で入力してください。";

export const RefundBody = z.extend(ReasonBody, {
  invoice: opaque("invoice", { max: 255 }),
  amount: z.int({ error: AMOUNT }).check(z.gte(1, AMOUNT)),
  /** The refunded amount that the caller saw. 409 when it has changed. */
  refunded: z.int({ error: "refundedが正しくありません。" }),
  /** Refunds the unused credit too: the yen above `refundable` leave the balance. */
  takes_credit: z.optional(z.boolean({ error: "takes_creditが正しくありません。" })),
  /** Names one decision: a repeated request with the same id refunds once. */
  request_id: z.uuid({ error: "request_idが正しくありません。" }),
  /** Ends the member's subscription at once. */
  ends_access: z.boolean({ error: "ends_accessが正しくありません。" }),
});

const response = { 200: z.array(Payment) };

export const adminPayments = {
  /** Newest first. */
  list: call("List a member's payments", { params, response }),
  credit: call("Get a member's credit, its history and the next charge", { params, response: { 200: MemberCredit } }),
  /** 409 `refund_conflict`: another refund was made or is running. */
  refund: call("Refund a payment", { params, body: RefundBody, response, errors: [409, 429] }),
};
