import type Stripe from "stripe";
import { GIFT_PRODUCT, PURPOSE } from "../provider/catalogue.ts";
import { type Billing, ignoreRefusal, isMissing } from "../provider/provider.ts";

/** The part of a checkout's parameters that makes it a single sale with an invoice of ours. */
export async function giftSale(
  { stripe, catalogue, now }: Billing,
  months: number,
  tax_rates: string[],
): Promise<Partial<Stripe.Checkout.SessionCreateParams>> {
  const { monthly } = await catalogue.pricesAt(now());
  const product = await ensureProduct(stripe);
  const price_data = { currency: "jpy", product, unit_amount: monthly, tax_behavior: "exclusive" as const };
  return {
    mode: "payment",
    line_items: [{ price_data, quantity: months, tax_rates }],
    invoice_creation: { enabled: true },
  };
}

async function ensureProduct(stripe: Stripe): Promise<string> {
  const id = GIFT_PRODUCT;
  await stripe.products.retrieve(id).catch(async (error: unknown) => {
    if (!isMissing(error)) throw error;
    // Another process may have made it meanwhile.
    const product = { id, name: "ギフト（視聴1か月）", metadata: { [PURPOSE]: "gift" } };
    await stripe.products.create(product).catch(ignoreRefusal);
  });
  return id;
}
