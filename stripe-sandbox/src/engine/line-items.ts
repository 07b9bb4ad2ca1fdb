import type Stripe from "stripe";
import { invalidRequest } from "../errors.ts";
import { listOf } from "../http/lists.ts";
import { idOf } from "../state/ids.ts";
import type { World } from "../state/world.ts";
import { exclusiveTax, taxOf } from "./money.ts";

export function lineItemsOf(world: World, session: string): Stripe.LineItem[] {
  return world.need("checkout_plan", session).items.map((item) => lineOf(world, item));
}

export function lineItemList(world: World, session: string): Stripe.ApiList<Stripe.LineItem> {
  return listOf(lineItemsOf(world, session), `/v1/checkout/sessions/${session}/line_items`);
}

export function lineOf(world: World, item: { price: string; quantity: number; taxRates: string[] }): Stripe.LineItem {
  const price = world.need("price", item.price, "line_items[0][price]");
  if (!price.active) {
    throw invalidRequest(`The price specified is inactive. This field only accepts active prices.`, {
      param: "line_items[0][price]",
    });
  }
  if (price.recurring === null) {
    throw invalidRequest("You must provide at least one recurring price in `subscription` mode.", {
      param: "line_items",
    });
  }
  const subtotal = (price.unit_amount ?? 0) * item.quantity;
  const taxes = item.taxRates
    .map((id) => world.need("tax_rate", id, "line_items[0][tax_rates]"))
    .map((rate) => ({ amount: taxOf(subtotal, rate), rate, tax_behavior: rate.inclusive ? "inclusive" : "exclusive" }));
  const added = exclusiveTax(taxes);
  return {
    id: `li_${item.price}`,
    object: "item",
    adjustable_quantity: null,
    amount_discount: 0,
    amount_subtotal: subtotal,
    amount_tax: taxes.reduce((sum, tax) => sum + tax.amount, 0),
    amount_total: subtotal + added,
    currency: "jpy",
    description: world.store.get("product", idOf(price.product))?.name ?? null,
    metadata: null,
    price,
    quantity: item.quantity,
  };
}
