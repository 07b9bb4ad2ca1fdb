import type Stripe from "stripe";

/** Yen. */
export interface OwnPrice {
  includingTax: number;
  withoutTax: number;
}

/** The price of a period by the subscription's own price and tax rates. Our price list may be newer. */
export function ownPrice({ items, default_tax_rates }: Stripe.Subscription): OwnPrice {
  let withoutTax = 0;
  let tax = 0;
  for (const { price, quantity, tax_rates } of items.data) {
    const amount = (price.unit_amount ?? 0) * (quantity ?? 1);
    const rates = tax_rates?.length ? tax_rates : (default_tax_rates ?? []);
    withoutTax += amount;
    // The provider rounds halves up.
    for (const { inclusive, percentage } of rates) if (!inclusive) tax += Math.round((amount * percentage) / 100);
  }
  return { includingTax: withoutTax + tax, withoutTax };
}
