import { priceIncludingTax } from "@manabiya/contract/rules/prices.ts";
import type { PaidPlan, PlanChangePreview } from "@manabiya/contract/billing/subscription.ts";
import type Stripe from "stripe";
import { refuseUnlessChangeable } from "./plan-change.ts";
import type { Billing } from "../provider/provider.ts";
import { instantOf } from "../sync/provider-state.ts";
import { periodStart, requireRunning, type Running } from "./running-subscription.ts";

const MONTHS: Record<PaidPlan, number> = { monthly: 1, yearly: 12 };

/** The effect of a change of plan now, from the provider's preview invoice. */
export async function previewChange(billing: Billing, userId: number, to: PaidPlan): Promise<PlanChangePreview> {
  const { stripe, catalogue, now } = billing;
  const running = await requireRunning(billing, userId);
  refuseUnlessChangeable(running, to);
  const proration_date = prorationDate(running, now());
  const invoice = await stripe.invoices.createPreview({
    subscription: running.subscription.id,
    subscription_details: {
      items: [{ id: running.itemId, price: await catalogue.price(to) }],
      proration_behavior: "always_invoice",
      proration_date,
    },
  });
  return { from_plan: running.plan, to_plan: to, ...figuresOf(invoice, to), proration_date };
}

/** The current second, but never before the period that just began by the provider's clock. */
function prorationDate({ subscription }: Running, now: number): number {
  return Math.max(Math.floor(now / 1000), periodStart(subscription));
}

/** The invoice has a credit for the unused old period and a charge for a complete new one. */
function figuresOf(
  invoice: Stripe.Invoice,
  to: PaidPlan,
): Omit<PlanChangePreview, "from_plan" | "to_plan" | "proration_date"> {
  const price = priceIncludingTax(to);
  const lines = invoice.lines.data;
  const unused = -sum(lines.map(withTax).filter((amount) => amount < 0));
  const credit = Math.max(0, -(invoice.ending_balance ?? 0));
  // The credit's period ends with the old period, so only the charge has the new dates.
  const [bought] = lines.filter((line) => withTax(line) > 0).map(({ period }) => period);
  if (!bought) throw new Error("the provider's preview sells nothing");
  // The number of renewals that the credit covers.
  const free = Math.floor(credit / price);
  return {
    charged_today: invoice.amount_due,
    unused,
    credit,
    next_charge_at: instantOf(bought.end),
    next_charge: Math.max(0, price - credit),
    first_due_at: free === 0 ? instantOf(bought.end) : addMonths(bought.start, (free + 1) * MONTHS[to]),
    first_due: price - (credit - free * price),
  };
}

/** Yen including tax. */
function withTax({ amount, taxes }: Stripe.InvoiceLineItem): number {
  return amount + sum((taxes ?? []).map((tax) => (tax.tax_behavior === "exclusive" ? tax.amount : 0)));
}

function sum(amounts: number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}

/** The same day of a later month, or its last day if it is shorter, as the provider counts. @param from seconds */
function addMonths(from: number, months: number): string {
  const date = new Date(from * 1000);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const days = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, days));
  return date.toISOString();
}
