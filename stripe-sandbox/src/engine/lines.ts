import type Stripe from "stripe";
import { newId, idOf } from "../state/ids.ts";
import type { World } from "../state/world.ts";
import { decimal } from "./catalogue.ts";
import { taxOf } from "./money.ts";

/** An invoice line without an id. Amounts are yen; negative ones are credits. */
export interface LineSpec {
  price: Stripe.Price;
  quantity: number;
  amount: number;
  period: { start: number; end: number };
  isProration: boolean;
  taxRates: Stripe.TaxRate[];
  subscription: string | null;
  subscriptionItem: string;
  /** Yen by discount; the tax is computed from the rest. */
  discounts?: { amount: number; discount: string }[];
}

const day = new Intl.DateTimeFormat("ja-JP", { dateStyle: "long", timeZone: "Asia/Tokyo" });

export function invoiceLine(world: World, invoice: string, spec: LineSpec): Stripe.InvoiceLineItem {
  const product = idOf(spec.price.product);
  const discounts = spec.discounts ?? [];
  const taxable = spec.amount - discounts.reduce((sum, { amount }) => sum + amount, 0);
  return {
    id: newId("il_"),
    object: "line_item",
    amount: spec.amount,
    currency: spec.price.currency,
    description: describe(world.store.get("product", product)?.name ?? product, spec),
    discount_amounts: discounts,
    discountable: !spec.isProration,
    discounts: discounts.map(({ discount }) => discount),
    invoice,
    livemode: false,
    metadata: {},
    parent: {
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: null,
        proration: spec.isProration,
        proration_details: { credited_items: null },
        subscription: spec.subscription,
        subscription_item: spec.subscriptionItem,
      },
      type: "subscription_item_details",
    },
    period: spec.period,
    pretax_credit_amounts: [],
    pricing: {
      price_details: { price: spec.price.id, product },
      type: "price_details",
      unit_amount_decimal: decimal(spec.price.unit_amount ?? 0),
    },
    quantity: spec.quantity,
    quantity_decimal: decimal(spec.quantity),
    subscription: spec.subscription,
    subtotal: spec.amount,
    taxes: spec.taxRates.map((rate) => ({
      amount: taxOf(taxable, rate),
      tax_behavior: rate.inclusive ? "inclusive" : "exclusive",
      tax_rate_details: { tax_rate: rate.id },
      taxability_reason: "standard_rated",
      taxable_amount: taxable,
      type: "tax_rate_details",
    })),
  };
}

function describe(product: string, spec: LineSpec): string {
  const from = day.format(spec.period.start * 1000);
  if (!spec.isProration) return `${spec.quantity} × ${product}`;
  return spec.amount < 0 ? `${product}の未使用期間（${from}以降）` : `${product}の残り期間（${from}以降）`;
}
