import type Stripe from "stripe";
import type { PriceList } from "../../site/price-lists.ts";
import { findPrices, GIFT_PRODUCT, productOf, PURPOSE } from "./catalogue.ts";

declare const sold: unique symbol;

/**
 * An object of the provider that this product sold. The operator can sell other things to the same customers, and no
 * function that changes, ends, refunds, counts or describes an object takes those. Only `Ownership` makes this type.
 */
export type Own<T> = T & { readonly [sold]: true };

export interface Ownership {
  /**
   * @param known the id of the member's subscription so far, which stays ours whatever became of its price
   * @returns the subscription with our item first; null: it is none of ours
   */
  subscription(given: Stripe.Subscription, known?: string | null): Own<Stripe.Subscription> | null;
  /** @returns null without a line of ours */
  invoice(given: Stripe.Invoice): Own<Stripe.Invoice> | null;
}

/**
 * Ours are the prices of every list that there ever was, and all prices of the products which `stripe-setup` made or to
 * which the operator gave the metadata `manabiya`, such as those of imported members.
 */
export async function readOwnership(stripe: Stripe, lists: readonly PriceList[]): Promise<Ownership> {
  const prices = new Set(lists.flatMap(({ monthly_price, yearly_price }) => [monthly_price, yearly_price]));
  const products = new Set([...Object.values(await findPrices(stripe)).map(productOf), GIFT_PRODUCT]);
  for await (const { id, metadata } of stripe.products.list({ limit: 100 })) {
    if (metadata[PURPOSE] !== undefined) products.add(id);
  }
  const isOwn = (price: string, product: string): boolean => prices.has(price) || products.has(product);
  return {
    subscription: (given, known) => {
      const { data } = given.items;
      const item = data.find(({ price }) => isOwn(price.id, productOf(price))) ?? switchedItem(given, known);
      if (item === undefined) return null;
      const items = { ...given.items, data: [item, ...data.filter((other) => other !== item)] };
      return { ...given, items } as Own<Stripe.Subscription>;
    },
    invoice: (given) =>
      given.lines.data.some(({ pricing }) => {
        const { price = "", product = "" } = pricing?.price_details ?? {};
        return isOwn(typeof price === "string" ? price : price.id, product);
      })
        ? (given as Own<Stripe.Invoice>)
        : null,
  };
}

/** Metadata of a subscription from which our item was removed, while another product's item goes on. */
const LEFT = "left";

/** Ends our part of a subscription at once, without a refund. Items of other products go on. */
export function removeOwn(stripe: Stripe, { id, items }: Own<Stripe.Subscription>): Promise<Stripe.Subscription> {
  const [item, ...others] = items.data;
  if (!item || others.length === 0) return stripe.subscriptions.cancel(id, { invoice_now: false, prorate: false });
  return stripe.subscriptions.update(id, {
    items: [{ id: item.id, deleted: true }],
    proration_behavior: "none",
    metadata: { attempt_id: "", [PURPOSE]: LEFT },
  });
}

/** Of the provider's answer about a subscription that is ours. @throws when it is none of ours any more */
export function stillOwn(own: Ownership, given: Stripe.Subscription, known?: string | null): Own<Stripe.Subscription> {
  const subscription = own.subscription(given, known);
  if (subscription === null) throw new Error(`${given.id} is no subscription of ours any more`);
  return subscription;
}

/** A subscription of our checkout stays ours after staff gave it a price of another product. */
function switchedItem(
  { id, metadata, items }: Stripe.Subscription,
  known?: string | null,
): Stripe.SubscriptionItem | undefined {
  if (metadata[PURPOSE] === LEFT) return undefined;
  return metadata["attempt_id"] === undefined && id !== known ? undefined : items.data[0];
}
