import type Stripe from "stripe";
import { invalidRequest } from "../errors.ts";
import { idOf } from "../state/ids.ts";
import type { World } from "../state/world.ts";
import { type Billed, changedItems, type ItemChange } from "./items.ts";
import type { LineSpec } from "./lines.ts";
import { remainingPart } from "./money.ts";
import { nextPeriodEnd } from "./periods.ts";

export interface Change {
  items: ItemChange[];
  anchor: "now" | "unchanged";
  /** Seconds since 1970 from which the unused time is computed. */
  at: number;
  prorates: boolean;
}

export interface ChangePlan {
  items: Stripe.SubscriptionItem[];
  anchor: number;
  lines: LineSpec[];
  period: { start: number; end: number };
  /** Whether a new period begins now. */
  resets: boolean;
}

/** Computes a change without applying it, for previews and updates. */
export function planChange(world: World, subscription: Billed, change: Change): ChangePlan {
  const old = subscription.items.data;
  const first = old[0];
  if (first === undefined) throw invalidRequest("The subscription has no items.", { param: "items" });
  const period = { start: first.current_period_start, end: first.current_period_end };
  const items = changedItems(world, subscription, change.items, period);
  if (items[0] === undefined)
    throw invalidRequest("A subscription must have at least one active item.", { param: "items" });
  const recurring = sameRecurring(items);
  const resets = change.anchor === "now" || !isSameInterval(recurring, first.price.recurring);
  if (!resets) {
    const changed = items.filter((item) => !old.some((before) => before.id === item.id && isSamePrice(before, item)));
    const gone = old.filter((before) => !items.some((item) => item.id === before.id && isSamePrice(before, item)));
    const lines = [
      ...gone.map((item) => proration(world, subscription, item, change.at, period, -1)),
      ...changed.map((item) => proration(world, subscription, item, change.at, period, 1)),
    ];
    return { items, anchor: subscription.billing_cycle_anchor, lines: change.prorates ? lines : [], period, resets };
  }
  // The unused time is computed from `proration_date`; the new period begins now all the same.
  const now = world.seconds();
  const fresh = { start: now, end: nextPeriodEnd(now, recurring, now) };
  const credits = change.prorates ? old.map((item) => proration(world, subscription, item, change.at, period, -1)) : [];
  const moved = items.map((item) => ({ ...item, current_period_start: fresh.start, current_period_end: fresh.end }));
  return {
    items: moved,
    anchor: now,
    lines: [...credits, ...moved.map((item) => fullLine(subscription, item, fresh))],
    period: fresh,
    resets,
  };
}

export function fullLine(
  subscription: Pick<Billed, "id" | "default_tax_rates">,
  item: Stripe.SubscriptionItem,
  period: { start: number; end: number },
): LineSpec {
  return {
    price: item.price,
    quantity: item.quantity ?? 1,
    amount: amountOf(item),
    period,
    isProration: false,
    taxRates: ratesOf(subscription, item),
    subscription: subscription.id === "" ? null : subscription.id,
    subscriptionItem: item.id,
  };
}

/** Yen without tax that the item cost in a period, after discounts. */
function paidFor(world: World, subscription: Billed, item: Stripe.SubscriptionItem, period: { start: number }): number {
  const lines = world.store
    .all("invoice")
    .filter(({ parent }) => idOf(parent?.subscription_details?.subscription) === subscription.id)
    .flatMap((invoice) => invoice.lines.data);
  const line = lines.findLast(
    ({ parent, period: of, discountable }) =>
      discountable && of.start === period.start && parent?.subscription_item_details?.subscription_item === item.id,
  );
  const off = (line?.discount_amounts ?? []).reduce((sum, { amount }) => sum + amount, 0);
  return amountOf(item) - off;
}

function proration(
  world: World,
  subscription: Billed,
  item: Stripe.SubscriptionItem,
  at: number,
  period: { start: number; end: number },
  sign: 1 | -1,
): LineSpec {
  return {
    ...fullLine(subscription, item, { start: at, end: period.end }),
    amount: sign * remainingPart(sign < 0 ? paidFor(world, subscription, item, period) : amountOf(item), period, at),
    isProration: true,
  };
}

function amountOf(item: Stripe.SubscriptionItem): number {
  return (item.price.unit_amount ?? 0) * (item.quantity ?? 1);
}

function ratesOf(subscription: Pick<Billed, "default_tax_rates">, item: Stripe.SubscriptionItem): Stripe.TaxRate[] {
  const rates = item.tax_rates ?? [];
  return rates.length > 0 ? rates : (subscription.default_tax_rates ?? []);
}

function sameRecurring(items: Stripe.SubscriptionItem[]): Stripe.Price.Recurring {
  const [first, ...others] = items.map(({ price }) => price.recurring);
  if (first === null || first === undefined) throw invalidRequest("The price is not recurring.", { param: "items" });
  if (others.some((other) => !isSameInterval(first, other))) {
    throw invalidRequest("All prices on a subscription must have the same recurring interval.", { param: "items" });
  }
  return first;
}

export function isSameInterval(one: Stripe.Price.Recurring, other: Stripe.Price.Recurring | null): boolean {
  return one.interval === other?.interval && one.interval_count === other.interval_count;
}

function isSamePrice(one: Stripe.SubscriptionItem, other: Stripe.SubscriptionItem): boolean {
  return one.price.id === other.price.id && one.quantity === other.quantity;
}
