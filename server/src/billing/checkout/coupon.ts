import type { CouponPreview } from "@manabiya/contract/billing/coupon.ts";
import type { PaidPlan } from "@manabiya/contract/billing/subscription.ts";
import { formatYen } from "@manabiya/contract/rules/prices.ts";
import type Stripe from "stripe";
import { type AppError, validationError } from "../../http/app-error.ts";
import { addMonths, boughtIn, laterCharges, MONTHS } from "../plan-changes/later-charges.ts";
import { amountOf } from "../provider/catalogue.ts";
import { findCustomer } from "../provider/customers.ts";
import { type Billing, idOf, isMissing, isRefused } from "../provider/provider.ts";
import { instantOf } from "../sync/provider-state.ts";

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

interface Found {
  promotion: Stripe.PromotionCode;
  coupon: Stripe.Coupon;
}

/** @throws 400 for the field, with the reason why the code does not reduce this order */
export async function findCoupon(billing: Billing, order: Order): Promise<Found> {
  const found = await findCode(billing.stripe, order);
  if (found === null) throw couponError("このクーポンコードは見つかりません。入力した文字を確認してください。");
  const reason = await refusalOf(billing, order, found);
  if (reason !== null) throw couponError(reason);
  return found;
}

/** Several codes with the same text can exist, of which one is active. */
async function findCode(stripe: Stripe, { code, customer }: Order): Promise<Found | null> {
  const { data } = await stripe.promotionCodes.list({ code, limit: 100, expand: ["data.promotion.coupon"] });
  const own = data.filter((each) => each.customer === null || idOf(each.customer) === customer);
  const promotion = own.find(({ active }) => active) ?? own[0];
  const coupon = promotion?.promotion.coupon;
  return promotion && coupon && typeof coupon === "object" ? { promotion, coupon } : null;
}

async function refusalOf({ stripe, now }: Billing, order: Order, { promotion, coupon }: Found): Promise<string | null> {
  const isOver = (at: number | null) => at !== null && at * 1000 <= now();
  const isUsedUp = ({ max_redemptions: max, times_redeemed: times }: Stripe.Coupon | Stripe.PromotionCode) =>
    max !== null && times >= max;
  if (isOver(promotion.expires_at) || isOver(coupon.redeem_by)) return "このクーポンコードは、有効期限が切れています。";
  if (isUsedUp(promotion) || isUsedUp(coupon)) return "このクーポンコードは、ご利用できる回数の上限に達しました。";
  if (!promotion.active || !coupon.valid) return "このクーポンコードは、現在ご利用いただけません。";
  const minimum = minimumOf(promotion.restrictions);
  if (amountOf(order.plan) < minimum) {
    return `このクーポンコードは、${formatYen(minimum)}（税抜）以上のお申し込みでご利用いただけます。`;
  }
  if (promotion.restrictions.first_time_transaction && (await hasPaid(stripe, order.customer))) {
    return "このクーポンコードは、はじめてのお申し込みでだけご利用いただけます。";
  }
  return null;
}

/** Yen without tax. */
function minimumOf({ minimum_amount, minimum_amount_currency, currency_options }: Stripe.PromotionCode.Restrictions) {
  if (minimum_amount_currency === "jpy") return minimum_amount ?? 0;
  return currency_options?.["jpy"]?.minimum_amount ?? 0;
}

async function hasPaid(stripe: Stripe, customer: string | null): Promise<boolean> {
  if (customer === null) return false;
  return (await stripe.invoices.list({ customer, status: "paid", limit: 1 })).data.length > 0;
}

/** The charges of an order with a code, from the provider's preview invoices. @throws 400 for the field */
export async function previewCoupon(
  billing: Billing,
  userId: number,
  { plan, code }: Pick<Order, "plan" | "code">,
): Promise<CouponPreview> {
  const customer = await findCustomer(billing, userId);
  const { promotion, coupon } = await findCoupon(billing, { plan, code, customer });
  try {
    const discounts = [{ promotion_code: promotion.id }];
    const [full, invoice] = await Promise.all([
      previewInvoice(billing, customer, plan, {}),
      previewInvoice(billing, customer, plan, { discounts }),
    ]);
    return figuresOf(plan, { promotion, coupon }, full, invoice);
  } catch (error) {
    throw isRefused(error) ? couponError() : error;
  }
}

function figuresOf(plan: PaidPlan, { promotion, coupon }: Found, full: Stripe.Invoice, invoice: Stripe.Invoice) {
  const { period, price: fullPrice } = boughtIn(full);
  const end = endOf(coupon, period.start);
  const { price, ...later } = laterCharges(invoice, plan, { end, fullPrice });
  // The coupon is for other products.
  if (price >= fullPrice) throw couponError();
  const tax = (invoice.total_taxes ?? []).reduce((total, { amount }) => total + amount, 0);
  const discount = (invoice.total_discount_amounts ?? []).reduce((total, { amount }) => total + amount, 0);
  const { next_charge_at, next_charge } = later;
  return {
    plan,
    code: promotion.code,
    subtotal: invoice.subtotal,
    discount,
    tax,
    charged_today: invoice.amount_due,
    credit_used: Math.max(0, price - invoice.amount_due),
    next_charge_at,
    next_charge,
    full_price_at: end === Infinity ? null : instantOf(firstRenewal(plan, period.start, end)),
    full_price: fullPrice,
  };
}

/** Seconds from which invoices have the full price; the first invoice has the discount in any case. */
function endOf({ duration, duration_in_months: months }: Stripe.Coupon, start: number): number {
  if (duration === "forever") return Infinity;
  return duration === "repeating" ? addMonths(start, months ?? 0) : start;
}

/** The first renewal from an instant on. Seconds. */
function firstRenewal(plan: PaidPlan, start: number, from: number): number {
  for (let number = 1; ; number++) {
    const at = addMonths(start, number * MONTHS[plan]);
    if (at >= from) return at;
  }
}

async function previewInvoice(
  billing: Billing,
  customer: string | null,
  plan: PaidPlan,
  more: Pick<Stripe.InvoiceCreatePreviewParams, "discounts">,
): Promise<Stripe.Invoice> {
  const { stripe, catalogue } = billing;
  const item = { price: await catalogue.price(plan), quantity: 1, tax_rates: [await catalogue.taxRate()] };
  try {
    return await stripe.invoices.createPreview({
      ...(customer === null ? { customer_details: { tax_exempt: "none" } } : { customer }),
      subscription_details: { items: [item] },
      ...more,
    });
  } catch (error) {
    // The checkout replaces a customer that was deleted at the provider.
    if (customer === null || !isMissing(error)) throw error;
    return previewInvoice(billing, null, plan, more);
  }
}
