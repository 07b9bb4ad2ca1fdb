import type Stripe from "stripe";
import type { Own } from "./ownership.ts";

/** Yen. */
export type OwnPrice = ReturnType<typeof ownPrice>;

/** The price of a period of our item, by its own price and tax rates. Our price list may be newer. */
export function ownPrice({ items, default_tax_rates }: Own<Stripe.Subscription>) {
  const [item] = items.data;
  const withoutTax = (item?.price.unit_amount ?? 0) * (item?.quantity ?? 1);
  const rates = item?.tax_rates?.length ? item.tax_rates : (default_tax_rates ?? []);
  let tax = 0;
  // The provider rounds halves up.
  for (const { inclusive, percentage } of rates) if (!inclusive) tax += Math.round((withoutTax * percentage) / 100);
  return { includingTax: withoutTax + tax, withoutTax };
}
