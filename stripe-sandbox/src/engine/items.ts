import type Stripe from "stripe";
import { invalidRequest } from "../errors.ts";
import { newId } from "../state/ids.ts";
import type { World } from "../state/world.ts";
import { planOf } from "./catalogue.ts";

/** One entry of `items` in a create, update or preview call. */
export interface ItemChange {
  id?: string;
  price?: string;
  quantity?: number;
  deleted?: boolean;
  tax_rates?: string[];
  metadata?: Record<string, string> | null;
}

/** The fields of a subscription that determine its invoices. */
export type Billed = Pick<Stripe.Subscription, "id" | "billing_cycle_anchor" | "default_tax_rates"> & {
  items: { data: Stripe.SubscriptionItem[] };
};

export function newItems(
  world: World,
  subscription: string,
  changes: ItemChange[],
  period: (recurring: Stripe.Price.Recurring) => { start: number; end: number },
): Stripe.SubscriptionItem[] {
  return changes.map((change) => {
    const { price, recurring } = recurringPrice(world, change.price);
    return itemOf(world, subscription, newId("si_"), price, change, period(recurring));
  });
}

export function changedItems(
  world: World,
  subscription: Billed,
  changes: ItemChange[],
  period: { start: number; end: number },
): Stripe.SubscriptionItem[] {
  const items = new Map(subscription.items.data.map((item) => [item.id, item]));
  for (const change of changes) {
    const before = change.id === undefined ? undefined : items.get(change.id);
    if (change.id !== undefined && before === undefined) {
      throw invalidRequest(`No such subscription item: '${change.id}'`, { param: "items", code: "resource_missing" });
    }
    if (before !== undefined && change.deleted === true) {
      items.delete(before.id);
      continue;
    }
    const price =
      change.price === undefined && before !== undefined ? before.price : recurringPrice(world, change.price).price;
    if (before === undefined && subscription.items.data.some((item) => item.price.id === price.id)) {
      throw invalidRequest(`Cannot add multiple subscription items with the same plan: ${price.id}`, {
        param: "items",
      });
    }
    const item = itemOf(world, subscription.id, before?.id ?? newId("si_"), price, change, period);
    items.set(item.id, before === undefined ? item : { ...before, ...item, ...unchangedFields(before, change, item) });
  }
  return [...items.values()];
}

/** Fields that the change does not name. */
function unchangedFields(before: Stripe.SubscriptionItem, change: ItemChange, item: Stripe.SubscriptionItem) {
  return {
    created: before.created,
    quantity: change.quantity ?? before.quantity ?? 1,
    tax_rates: change.tax_rates === undefined ? before.tax_rates : item.tax_rates,
    metadata: change.metadata === undefined ? before.metadata : item.metadata,
  };
}

function itemOf(
  world: World,
  subscription: string,
  id: string,
  price: Stripe.Price,
  change: ItemChange,
  period: { start: number; end: number },
): Stripe.SubscriptionItem {
  return {
    id,
    object: "subscription_item",
    billing_thresholds: null,
    created: world.seconds(),
    current_period_end: period.end,
    current_period_start: period.start,
    current_trial: null,
    discounts: [],
    metadata: change.metadata ?? {},
    plan: planOf(price),
    price,
    quantity: change.quantity ?? 1,
    subscription,
    tax_rates: taxRates(world, change.tax_rates ?? []),
  };
}

export function taxRates(world: World, ids: string[]): Stripe.TaxRate[] {
  return ids.map((id) => world.need("tax_rate", id, "tax_rates"));
}

function recurringPrice(world: World, id: string | undefined) {
  if (id === undefined)
    throw invalidRequest("Missing required param: items[0][price].", {
      param: "items[0][price]",
      code: "parameter_missing",
    });
  const price = world.need("price", id, "items[0][price]");
  if (!price.active) throw invalidRequest(`The price specified is inactive: ${id}`, { param: "items[0][price]" });
  if (price.recurring === null) throw invalidRequest(`The price ${id} is not recurring.`, { param: "items[0][price]" });
  return { price, recurring: price.recurring };
}
