import type { CheckoutPreview } from "@manabiya/contract/billing/checkout-preview.ts";
import type { PaidPlan } from "@manabiya/contract/billing/subscription.ts";
import type Stripe from "stripe";
import { addMonths, boughtIn, laterCharges, MONTHS } from "../plan-changes/later-charges.ts";
import { findCustomer } from "../provider/customers.ts";
import { type Billing, isMissing, isRefused } from "../provider/provider.ts";
import { instantOf } from "../sync/provider-state.ts";
import { couponError, findCoupon, type FoundCoupon } from "./coupon.ts";

/**
 * The effect of a purchase now, from the provider's preview invoice with the customer's balance.
 * @throws 400 for `code`
 */
export async function previewCheckout(
  billing: Billing,
  userId: number,
  { plan, code }: { plan: PaidPlan; code?: string | undefined },
): Promise<CheckoutPreview> {
  const customer = await findCustomer(billing, userId);
  if (code === undefined) return figuresOf(plan, await previewInvoice(billing, customer, plan, {}));
  const found = await findCoupon(billing, { plan, code, customer });
  try {
    const discounts = [{ promotion_code: found.promotion.id }];
    const [full, reduced] = await Promise.all([
      previewInvoice(billing, customer, plan, {}),
      previewInvoice(billing, customer, plan, { discounts }),
    ]);
    return figuresOf(plan, full, { ...found, reduced });
  } catch (error) {
    // The provider knows reasons that the code itself does not show.
    throw isRefused(error) ? couponError() : error;
  }
}

function figuresOf(
  plan: PaidPlan,
  full: Stripe.Invoice,
  found?: FoundCoupon & { reduced: Stripe.Invoice },
): CheckoutPreview {
  const { price } = boughtIn(full);
  const coupon = found ? reductionOf(plan, found) : null;
  // The coupon is for other products.
  if (coupon && coupon.price >= price) throw couponError();
  const invoice = found?.reduced ?? full;
  const end = coupon?.full_price_at ? Date.parse(coupon.full_price_at) / 1000 : Infinity;
  const { price: first, ...later } = laterCharges(invoice, plan, { end, fullPrice: price });
  const charged_today = invoice.amount_due;
  // The first charge of a member in debt exceeds the price.
  const credit_used = Math.max(0, Math.min(-invoice.starting_balance, first - charged_today));
  return { plan, price, tax: taxIn(full), charged_today, credit_used, ...later, coupon };
}

/** The full preview may begin in another second, so that both ends count from the reduced one. */
function reductionOf(
  plan: PaidPlan,
  { promotion, coupon, reduced }: FoundCoupon & { reduced: Stripe.Invoice },
): CheckoutPreview["coupon"] {
  const { price, period } = boughtIn(reduced);
  const payments = paymentsWith(coupon, plan, period.start);
  return {
    code: promotion.code,
    price,
    tax: taxIn(reduced),
    payments,
    full_price_at: payments === null ? null : instantOf(addMonths(period.start, payments * MONTHS[plan])),
  };
}

/** How many payments are reduced. The first one is in any case; those of a later month are before the coupon's end. */
function paymentsWith({ duration, duration_in_months }: Stripe.Coupon, plan: PaidPlan, start: number): number | null {
  if (duration === "forever") return null;
  const end = addMonths(start, duration_in_months ?? 0);
  let payments = 1;
  while (addMonths(start, payments * MONTHS[plan]) < end) payments += 1;
  return payments;
}

function taxIn({ total_taxes }: Stripe.Invoice): number {
  return (total_taxes ?? []).reduce((total, { amount }) => total + amount, 0);
}

async function previewInvoice(
  billing: Billing,
  customer: string | null,
  plan: PaidPlan,
  more: Pick<Stripe.InvoiceCreatePreviewParams, "discounts">,
): Promise<Stripe.Invoice> {
  const { stripe, catalogue } = billing;
  const item = { price: await catalogue.price(plan), quantity: 1, tax_rates: await catalogue.taxRates() };
  try {
    return await stripe.invoices.createPreview({
      ...(customer === null ? { customer_details: { tax_exempt: "none" } } : { customer }),
      subscription_details: { items: [item] },
      ...more,
    });
  } catch (error) {
    // A deleted customer has no balance; the checkout creates another one.
    if (customer === null || !isMissing(error)) throw error;
    return previewInvoice(billing, null, plan, more);
  }
}
