import type { PaidPlan, PlanChangePreview } from "@manabiya/contract/billing/subscription.ts";
import type Stripe from "stripe";
import { laterCharges, sum, withTax } from "./later-charges.ts";
import { refuseUnlessChangeable } from "./plan-change.ts";
import type { Billing } from "../provider/provider.ts";
import { periodStart, requireRunning, type Running } from "./running-subscription.ts";

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
  const unused = -sum(invoice.lines.data.map(withTax).filter((amount) => amount < 0));
  const { price: _, ...later } = laterCharges(invoice, to);
  return { charged_today: invoice.amount_due, unused, ...later };
}
