import type { LiveSite } from "../../site/live-site.ts";
import { type PlanPrices, TAX_RATE } from "@manabiya/contract/rules/prices.ts";
import type { PaidPlan } from "@manabiya/contract/billing/subscription.ts";
import type Stripe from "stripe";
import { listAt, pricesAt } from "../../site/price-lists.ts";
import { operatorCommand } from "../../errors/operator-command.ts";

export const PLANS = ["monthly", "yearly"] as const satisfies PaidPlan[];

/** The lookup keys of the standard prices; a new price takes over the key of the old one. */
export const LOOKUP_KEYS: Record<PaidPlan, string> = { monthly: "manabiya_monthly", yearly: "manabiya_yearly" };

export const INTERVALS: Record<PaidPlan, "month" | "year"> = { monthly: "month", yearly: "year" };

/** The metadata key that says what an object of the provider is for. */
export const PURPOSE = "manabiya";
export const TAX_PURPOSE = "consumption_tax";
export const PORTAL_PURPOSE = "portal";

/** The product's own id at the provider, so that it is known before anybody bought one. */
export const GIFT_PRODUCT = "manabiya_gift";

/** Milliseconds. */
const MAX_AGE = 300_000;

export type ProviderCatalogue = ReturnType<typeof createProviderCatalogue>;

/**
 * Ids of the objects that `stripe-setup` created, cached for MAX_AGE, and of the prices that the operator entered.
 * @param now milliseconds since 1970
 * @param read the lists as the database has them at this moment
 */
export function createProviderCatalogue(
  stripe: Stripe,
  now: () => number,
  read: () => Promise<Pick<LiveSite, "prices" | "isTaxExempt">> = async () => ({ prices: [], isTaxExempt: false }),
) {
  const prices = cached(now, async () => {
    const { monthly, yearly } = await findPrices(stripe);
    if (!monthly || !yearly) throw notSetUp("prices");
    return { monthly: monthly.id, yearly: yearly.id };
  });
  const taxRate = cached(now, () => required(findTaxRate(stripe), "tax rate"));
  const portal = cached(now, () => required(findPortal(stripe), "portal configuration"));
  return {
    /** @returns the id of the price that holds now; throws when `npm run manage -- stripe-setup` has not run */
    price: async (plan: PaidPlan) => listAt((await read()).prices, now())?.[`${plan}_price`] ?? (await prices())[plan],
    /** The amounts at an instant, in yen without tax. @param at milliseconds since 1970 */
    pricesAt: async (at: number): Promise<PlanPrices> => pricesAt(await read(), at),
    /** @returns the id of the tax rate of a sale; none of a seller without consumption tax */
    taxRates: async () => ((await read()).isTaxExempt ? [] : [(await taxRate()).id]),
    /** @returns the id of the portal configuration */
    portal: async () => (await portal()).id,
  };
}

/** @returns a reader that asks again after MAX_AGE. @param now milliseconds since 1970 */
export function cached<T>(now: () => number, find: () => Promise<T>): () => Promise<T> {
  let found: { value: T; at: number } | undefined;
  return async () => {
    if (!found || Math.abs(now() - found.at) > MAX_AGE) found = { value: await find(), at: now() };
    return found.value;
  };
}

async function required<T>(search: Promise<T | undefined>, name: string): Promise<T> {
  const found = await search;
  if (found === undefined) throw notSetUp(name);
  return found;
}

function notSetUp(name: string): Error {
  return new Error(`Stripe has no ${name} of ours: run ${operatorCommand("manage stripe-setup")}`);
}

export async function findPrices(stripe: Stripe): Promise<Partial<Record<PaidPlan, Stripe.Price>>> {
  const { data } = await stripe.prices.list({ lookup_keys: Object.values(LOOKUP_KEYS), active: true });
  const found: Partial<Record<PaidPlan, Stripe.Price>> = {};
  for (const plan of PLANS) {
    const price = data.find(({ lookup_key }) => lookup_key === LOOKUP_KEYS[plan]);
    if (price) found[plan] = price;
  }
  return found;
}

/**
 * @param wanted yen without tax
 * @returns how a price differs from the wanted one, such as `has the interval year`
 */
export function priceProblems(plan: PaidPlan, price: Stripe.Price, wanted: number): string[] {
  const { unit_amount: amount, currency, recurring, tax_behavior, active } = price;
  const problems: string[] = [];
  if (!active) problems.push("is archived");
  if (amount !== wanted) problems.push(`costs ${amount}, but the screen says ${wanted} yen`);
  if (currency !== "jpy") problems.push(`has the currency ${currency}`);
  if (recurring?.interval !== INTERVALS[plan] || recurring.interval_count !== 1) {
    problems.push(`has the interval ${recurring ? `${recurring.interval_count} ${recurring.interval}` : "none"}`);
  }
  // "unspecified" is added to the price too, because each sale names an exclusive tax rate.
  if (tax_behavior === "inclusive") problems.push("includes the tax");
  return problems;
}

/** @returns the product's id */
export function productOf({ product }: Stripe.Price): string {
  return typeof product === "string" ? product : product.id;
}

/** The active tax rate with the current percentage. */
export async function findTaxRate(stripe: Stripe): Promise<Stripe.TaxRate | undefined> {
  const { data } = await stripe.taxRates.list({ active: true, limit: 100 });
  return data.find(
    ({ metadata, percentage, inclusive }) =>
      metadata?.[PURPOSE] === TAX_PURPOSE && percentage === TAX_RATE * 100 && !inclusive,
  );
}

export async function findPortal(stripe: Stripe): Promise<Stripe.BillingPortal.Configuration | undefined> {
  const { data } = await stripe.billingPortal.configurations.list({ active: true, limit: 100 });
  return data.find(({ metadata }) => metadata?.[PURPOSE] === PORTAL_PURPOSE);
}

/** The portal shows invoices and cards. Cancellations and changes of plan have pages of ours with their legal texts. */
export const PORTAL_FEATURES = {
  invoice_history: { enabled: true },
  payment_method_update: { enabled: true },
  customer_update: { enabled: false },
  subscription_cancel: { enabled: false },
  subscription_update: { enabled: false },
} satisfies Stripe.BillingPortal.ConfigurationCreateParams.Features;

/** @returns how a configuration differs from PORTAL_FEATURES, such as `subscription_cancel is on` */
export function portalProblems({ features }: Stripe.BillingPortal.Configuration): string[] {
  const names = Object.keys(PORTAL_FEATURES) as (keyof typeof PORTAL_FEATURES)[];
  return names
    .filter((name) => features[name].enabled !== PORTAL_FEATURES[name].enabled)
    .map((name) => `${name} is ${features[name].enabled ? "on" : "off"}`);
}
