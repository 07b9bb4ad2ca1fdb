import type Stripe from "stripe";
import { listOf } from "../http/lists.ts";
import { idOf } from "../state/ids.ts";
import type { World } from "../state/world.ts";
import { type DiscountChoice, discountAmounts, discountOf, redeemable } from "./discounts.ts";
import { exclusiveTax, taxOf } from "./money.ts";

export function lineItemsOf(world: World, session: string): Stripe.LineItem[] {
  const { items, discounts } = world.need("checkout_plan", session);
  return items.map((item) => lineOf(world, item, chosen(world, discounts)));
}

function chosen(world: World, discounts: DiscountChoice[]): Stripe.Discount[] {
  return redeemable(world, discounts, { customer: null, total: Number.POSITIVE_INFINITY }).map((found) =>
    discountOf(world, found),
  );
}

export function lineItemList(world: World, session: string): Stripe.ApiList<Stripe.LineItem> {
  return listOf(lineItemsOf(world, session), `/v1/checkout/sessions/${session}/line_items`);
}

/** @param discounts that apply to the line */
export function lineOf(
  world: World,
  item: { price: string; quantity: number; taxRates: string[] },
  discounts: readonly Stripe.Discount[],
): Stripe.LineItem {
  const price = world.need("price", item.price, "line_items[0][price]");
  const subtotal = (price.unit_amount ?? 0) * item.quantity;
  const off = discountAmounts(world, discounts, subtotal).reduce((sum, { amount }) => sum + amount, 0);
  const taxes = item.taxRates
    .map((id) => world.need("tax_rate", id, "line_items[0][tax_rates]"))
    .map((rate) => ({
      amount: taxOf(subtotal - off, rate),
      rate,
      tax_behavior: rate.inclusive ? "inclusive" : "exclusive",
    }));
  const added = exclusiveTax(taxes);
  return {
    id: `li_${item.price}`,
    object: "item",
    adjustable_quantity: null,
    amount_discount: off,
    amount_subtotal: subtotal,
    amount_tax: taxes.reduce((sum, tax) => sum + tax.amount, 0),
    amount_total: subtotal - off + added,
    currency: "jpy",
    description: world.store.get("product", idOf(price.product))?.name ?? null,
    metadata: null,
    price,
    quantity: item.quantity,
  };
}
