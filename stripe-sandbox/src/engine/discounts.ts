import type Stripe from "stripe";
import { invalidRequest } from "../errors.ts";
import { idOf, newId } from "../state/ids.ts";
import type { World } from "../state/world.ts";
import { addPeriods } from "./periods.ts";

/** One entry of `discounts` in a call. */
export interface DiscountChoice {
  coupon?: string;
  promotion_code?: string;
}

interface Redemption {
  coupon: Stripe.Coupon;
  promotionCode: Stripe.PromotionCode | null;
}

const MONTH = { interval: "month", interval_count: 1 } as Stripe.Price.Recurring;

/**
 * Finds what a customer chose. @param total yen, for a code's minimum
 * @throws 400 when a code has expired, is used up, or is another customer's
 */
export function redeemable(
  world: World,
  choices: DiscountChoice[],
  { customer, total }: { customer: string | null; total: number },
): Redemption[] {
  return choices.map(({ coupon, promotion_code: code }) => {
    const promotionCode =
      code === undefined ? null : world.need("promotion_code", code, "discounts[0][promotion_code]");
    const id = promotionCode === null ? coupon : (idOf(promotionCode.promotion.coupon) ?? undefined);
    if (id === undefined)
      throw invalidRequest("A discount needs a coupon or a promotion_code.", { param: "discounts" });
    const found = world.need("coupon", id, "discounts[0][coupon]");
    if (!isValid(world, found)) throw invalidRequest(`Coupon expired: ${found.id}`, { code: "coupon_expired" });
    if (promotionCode !== null) requireUsable(world, promotionCode, customer, total);
    return { coupon: found, promotionCode };
  });
}

function isValid(world: World, { redeem_by, max_redemptions, times_redeemed }: Stripe.Coupon): boolean {
  if (redeem_by !== null && redeem_by <= world.seconds()) return false;
  return max_redemptions === null || times_redeemed < max_redemptions;
}

function requireUsable(world: World, code: Stripe.PromotionCode, customer: string | null, total: number): void {
  const { active, expires_at, max_redemptions, times_redeemed, restrictions } = code;
  const isOver = expires_at !== null && expires_at <= world.seconds();
  const isUsedUp = max_redemptions !== null && times_redeemed >= max_redemptions;
  const isForOther = code.customer !== null && idOf(code.customer) !== customer;
  const hasPaid =
    customer !== null && world.store.ofCustomer("invoice", customer).some(({ status }) => status === "paid");
  if (!active || isOver || isUsedUp || isForOther || (restrictions.first_time_transaction && hasPaid)) {
    throw invalidRequest("This promotion code cannot be redeemed.", {
      param: "discounts[0][promotion_code]",
      code: "promotion_code_not_redeemable",
    });
  }
  if (total < (restrictions.minimum_amount ?? 0)) {
    throw invalidRequest("The order does not meet the minimum amount of this promotion code.", {
      param: "discounts[0][promotion_code]",
      code: "promotion_code_minimum_amount",
    });
  }
}

/** Begins the discounts of a new subscription and counts the redemptions. */
export function redeem(
  world: World,
  redemptions: Redemption[],
  { customer, subscription, session }: { customer: string; subscription: string; session: string | null },
): Stripe.Discount[] {
  return redemptions.map(({ coupon, promotionCode }) => {
    world.store.put("coupon", { ...coupon, times_redeemed: coupon.times_redeemed + 1 });
    if (promotionCode !== null) {
      world.store.put("promotion_code", { ...promotionCode, times_redeemed: promotionCode.times_redeemed + 1 });
    }
    const discount = world.store.put("discount", {
      ...discountOf(world, { coupon, promotionCode }),
      checkout_session: session,
      customer,
      subscription,
    });
    world.emit("customer.discount.created", discount);
    return discount;
  });
}

/** A discount that begins now, without an owner. */
export function discountOf(world: World, { coupon, promotionCode }: Redemption): Stripe.Discount {
  const now = world.seconds();
  const months = coupon.duration === "repeating" ? coupon.duration_in_months : null;
  return {
    id: newId("di_"),
    object: "discount",
    checkout_session: null,
    customer: null,
    customer_account: null,
    end: months === null ? null : addPeriods(now, MONTH, months),
    invoice: null,
    invoice_item: null,
    promotion_code: promotionCode?.id ?? null,
    source: { coupon: coupon.id, type: "coupon" },
    start: now,
    subscription: null,
    subscription_item: null,
  };
}

/**
 * The discounts that apply to a subscription's invoice of an instant. A `once` discount applies to the first one only.
 * @param at seconds
 */
export function activeDiscounts(
  world: World,
  subscription: Stripe.Subscription,
  at = world.seconds(),
): Stripe.Discount[] {
  return subscription.discounts
    .map((discount) => world.need("discount", idOf(discount)))
    .filter(({ end }) => end === null || end > at)
    .filter(({ source }) => couponOf(world, source).duration !== "once");
}

export function couponOf(world: World, { coupon }: Stripe.Discount.Source): Stripe.Coupon {
  return world.need("coupon", idOf(coupon) ?? "");
}

/** Yen that discounts take from an amount, by discount. */
export function discountAmounts(
  world: World,
  discounts: readonly Stripe.Discount[],
  amount: number,
): { amount: number; discount: string }[] {
  let left = amount;
  return discounts.map(({ id, source }) => {
    const { percent_off, amount_off } = couponOf(world, source);
    const off = Math.min(left, percent_off === null ? (amount_off ?? 0) : Math.round((left * percent_off) / 100));
    left -= off;
    return { amount: off, discount: id };
  });
}
