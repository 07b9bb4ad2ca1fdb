import type { PaidPlan } from "@manabiya/contract/billing/subscription.ts";
import type Stripe from "stripe";
import { INTERVALS, PLANS, priceProblems, PURPOSE } from "../provider/catalogue.ts";
import { type Billing, idOf } from "../provider/provider.ts";
import type { PriceList } from "../../site/price-lists.ts";

/**
 * Makes the prices of a list at the provider. An amount that is sold now keeps its price, so that the members who pay it
 * have today's price. Prices are immutable there, and old ones stay for the members who pay them.
 * @returns the ids
 */
export async function makePrices(
  billing: Billing,
  list: Pick<PriceList, "revision" | "request_key" | "monthly" | "yearly">,
): Promise<Record<PaidPlan, string>> {
  const { stripe, catalogue } = billing;
  const ids: Partial<Record<PaidPlan, string>> = {};
  for (const plan of PLANS) {
    const sold = await stripe.prices.retrieve(await catalogue.price(plan));
    ids[plan] = priceProblems(plan, sold, list[plan]).length === 0 ? sold.id : await make(stripe, plan, sold, list);
  }
  return ids as Record<PaidPlan, string>;
}

async function make(
  stripe: Stripe,
  plan: PaidPlan,
  sold: Stripe.Price,
  list: Pick<PriceList, "revision" | "request_key" | "monthly" | "yearly">,
): Promise<string> {
  const { id } = await stripe.prices.create(
    {
      product: idOf(sold.product) ?? "",
      currency: "jpy",
      unit_amount: list[plan],
      recurring: { interval: INTERVALS[plan] },
      tax_behavior: "exclusive",
      metadata: { [PURPOSE]: plan, price_list: String(list.revision) },
    },
    { idempotencyKey: `${list.request_key}-${plan}` },
  );
  return id;
}
