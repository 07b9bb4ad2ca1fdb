import type { PaidPlan } from "@manabiya/contract/billing/subscription.ts";
import { formatYen, includingTax, type PlanPrices, taxText } from "@manabiya/contract/rules/prices.ts";
import type Stripe from "stripe";
import { type AppError, validationError } from "../../errors/app-error.ts";
import { type Billing, idOf } from "../provider/provider.ts";

/** Yen. The provider charges no less, except nothing. */
const MIN_CHARGE = 50;

/** @returns the sum with tax that a discount would leave, if the provider refuses it */
export function tooLittleLeft(
  prices: PlanPrices,
  plan: PaidPlan,
  { percent_off, amount_off }: { percent_off?: number | null; amount_off?: number | null },
): number | null {
  const price = prices[plan];
  const off = percent_off == null ? (amount_off ?? 0) : Math.round((price * percent_off) / 100);
  const left = includingTax(Math.max(0, price - off), prices.isTaxExempt);
  return left > 0 && left < MIN_CHARGE ? left : null;
}

interface Order {
  plan: PaidPlan;
  /** As typed. */
  code: string;
  /** Null: not a customer yet. */
  customer: string | null;
}

const UNUSABLE = "このクーポンコードは、今回のお申し込みではご利用いただけません。";

/** @returns a 400 for the field with the code */
export function couponError(message: string = UNUSABLE): AppError {
  return validationError({ code: [message] });
}

export interface FoundCoupon {
  promotion: Stripe.PromotionCode;
  coupon: Stripe.Coupon;
}

/** @throws 400 for the field, with the reason why the code does not reduce this order */
export async function findCoupon(billing: Billing, order: Order): Promise<FoundCoupon> {
  const found = await findCode(billing.stripe, order);
  if (found === null) throw couponError("このクーポンコードは見つかりません。入力した文字を確認してください。");
  const reason = await refusalOf(billing, order, found);
  if (reason !== null) throw couponError(reason);
  return found;
}

/** Several codes with the same text can exist, of which one is active. */
async function findCode(stripe: Stripe, { code, customer }: Order): Promise<FoundCoupon | null> {
  const { data } = await stripe.promotionCodes.list({ code, limit: 100, expand: ["data.promotion.coupon"] });
  const own = data.filter((each) => each.customer === null || idOf(each.customer) === customer);
  const promotion = own.find(({ active }) => active) ?? own[0];
  const coupon = promotion?.promotion.coupon;
  return promotion && coupon && typeof coupon === "object" ? { promotion, coupon } : null;
}

async function refusalOf(billing: Billing, order: Order, { promotion, coupon }: FoundCoupon): Promise<string | null> {
  const { catalogue, site, now } = billing;
  const isOver = (at: number | null) => at !== null && at * 1000 <= now();
  const isUsedUp = ({ max_redemptions: max, times_redeemed: times }: Stripe.Coupon | Stripe.PromotionCode) =>
    max !== null && times >= max;
  if (isOver(promotion.expires_at) || isOver(coupon.redeem_by)) return "このクーポンコードは、有効期限が切れています。";
  if (isUsedUp(promotion) || isUsedUp(coupon)) return "このクーポンコードは、ご利用できる回数の上限に達しました。";
  if (!promotion.active || !coupon.valid) return "このクーポンコードは、現在ご利用いただけません。";
  const prices = await catalogue.pricesAt(now());
  const price = prices[order.plan];
  const left = tooLittleLeft(prices, order.plan, coupon);
  if (left !== null) {
    return `このクーポンコードでは、お支払い額が${formatYen(left)}になります。カードでは${MIN_CHARGE}円未満をお支払いいただけないため、ご利用いただけません。`;
  }
  const minimum = minimumOf(promotion.restrictions);
  if (price < minimum) {
    return taxText(site, `このクーポンコードは、${formatYen(minimum)}（税抜）以上のお申し込みでご利用いただけます。`);
  }
  if (promotion.restrictions.first_time_transaction && (await hasPaid(billing, order.customer))) {
    return "このクーポンコードは、初回のお申し込みでのみご利用いただけます。";
  }
  return null;
}

/** Yen without tax. */
function minimumOf({ minimum_amount, minimum_amount_currency, currency_options }: Stripe.PromotionCode.Restrictions) {
  if (minimum_amount_currency === "jpy") return minimum_amount ?? 0;
  return currency_options?.["jpy"]?.minimum_amount ?? 0;
}

async function hasPaid({ stripe, ownership }: Billing, customer: string | null): Promise<boolean> {
  if (customer === null) return false;
  const own = await ownership();
  for await (const invoice of stripe.invoices.list({ customer, status: "paid", limit: 100 })) {
    if (own.invoice(invoice)) return true;
  }
  return false;
}
