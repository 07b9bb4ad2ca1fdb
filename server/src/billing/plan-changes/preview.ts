import type { PaidPlan, PlanChangePreview } from "@manabiya/contract/billing/subscription.ts";
import type Stripe from "stripe";
import { refuseUnlessChangeable, refuseWhileDisputed } from "./plan-change.ts";
import { ownPrice } from "../provider/own-price.ts";
import type { Billing } from "../provider/provider.ts";
import { boughtIn, chargesFrom, type Discount, laterCharges, sum, withTax } from "./later-charges.ts";
import { excessOf } from "../refunds/take-back.ts";
import { periodEnd, periodStart } from "../sync/provider-state.ts";
import { requireRunning, type Running } from "./running-subscription.ts";
import { readSchedule, scheduledChange } from "./schedule.ts";

/** The effect of a change of plan now and at the end of the paid period, from the provider's preview invoices. */
export async function previewChange(billing: Billing, userId: number, to: PaidPlan): Promise<PlanChangePreview> {
  const running = await requireRunning(billing, userId);
  refuseUnlessChangeable(running, to);
  await refuseWhileDisputed(billing, running);
  const proration_date = prorationDate(running, billing.now());
  const [discount, invoice, later] = await Promise.all([
    discountOf(billing, running, to),
    previewInvoice(billing, running, to, { proration_behavior: "always_invoice", proration_date }),
    to === "monthly" ? previewLater(billing, running, to) : null,
  ]);
  const excess = await excessOf(billing, running, -invoice.total);
  const figures = figuresOf({ ...invoice, ending_balance: (invoice.ending_balance ?? 0) + excess }, to, discount);
  return {
    from_plan: running.plan,
    to_plan: to,
    ...figures,
    unused: figures.unused - excess,
    proration_date,
    at_period_end: later && figuresAtPeriodEnd(later, running, to, discount),
  };
}

/** @returns null for a change that is scheduled already */
async function previewLater(billing: Billing, running: Running, to: PaidPlan): Promise<Stripe.Invoice | null> {
  const schedule = await readSchedule(billing.stripe, running.subscription);
  if (scheduledChange(schedule, running.plan) !== null) return null;
  return previewInvoice(billing, running, to, { proration_behavior: "none" });
}

async function previewInvoice(
  { stripe, catalogue }: Billing,
  { subscription, itemId }: Running,
  to: PaidPlan,
  proration: Pick<Stripe.InvoiceCreatePreviewParams.SubscriptionDetails, "proration_behavior" | "proration_date">,
): Promise<Stripe.Invoice> {
  const items = [{ id: itemId, price: await catalogue.price(to) }];
  return stripe.invoices.createPreview({
    subscription: subscription.id,
    subscription_details: { items, ...proration },
  });
}

/** The current second, but never before the period that just began by the provider's clock. */
function prorationDate({ subscription }: Running, now: number): number {
  return Math.max(Math.floor(now / 1000), periodStart(subscription));
}

/** @returns undefined without a discount */
async function discountOf(
  { stripe, catalogue }: Billing,
  { subscription }: Running,
  to: PaidPlan,
): Promise<Discount | undefined> {
  if (subscription.discounts.length === 0) return undefined;
  const [{ discounts, items }, price] = await Promise.all([
    stripe.subscriptions.retrieve(subscription.id, { expand: ["discounts"] }),
    stripe.prices.retrieve(await catalogue.price(to)),
  ]);
  const ends = discounts.map((discount) => (typeof discount === "string" ? 0 : (discount.end ?? Infinity)));
  const sold = { ...items, data: items.data.map((item) => ({ ...item, price })) };
  return { end: Math.min(...ends), fullPrice: ownPrice({ ...subscription, items: sold }).includingTax };
}

/** The invoice has a credit for the unused old period and a charge for a complete new one. */
function figuresOf(
  invoice: Stripe.Invoice,
  to: PaidPlan,
  discount: Discount | undefined,
): Omit<PlanChangePreview, "from_plan" | "to_plan" | "proration_date" | "at_period_end"> {
  const unused = -sum(invoice.lines.data.map(withTax).filter((amount) => amount < 0));
  const { price: _, ...later } = laterCharges(invoice, to, discount);
  return { charged_today: invoice.amount_due, unused, ...later };
}

/** The invoice sells a complete period of the new plan, for the customer's balance and discount of today. */
function figuresAtPeriodEnd(
  invoice: Stripe.Invoice,
  { subscription }: Running,
  plan: PaidPlan,
  discount: Discount | undefined,
): PlanChangePreview["at_period_end"] {
  const { price } = boughtIn(invoice);
  const start = periodEnd(subscription);
  return chargesFrom({ start, first: 0, plan, balance: invoice.starting_balance, price, discount });
}
