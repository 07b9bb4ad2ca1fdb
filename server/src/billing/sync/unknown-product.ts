import type Stripe from "stripe";
import { bool, statement } from "../../db/statement.ts";
import { alertStaff } from "../alerts.ts";
import { productOf, PURPOSE } from "../provider/catalogue.ts";
import type { Billing } from "../provider/provider.ts";

export const UNKNOWN_PRODUCT = "unknown_product";

const isOpen = statement("unknown-product.is-open", { is_open: bool })`
  select resolved_at is null as is_open from staff_alerts where kind = $1 and about = $2`;

/**
 * Asks staff once whether a product, by which a member of ours pays, is ours.
 * @returns false: staff said that it is another one. Without an answer, and after 結び付ける, the contract may be ours
 */
export async function alertOfProduct(
  { db, stripe, now }: Billing,
  userId: number,
  { id, items }: Stripe.Subscription,
): Promise<boolean> {
  const price = items.data[0]?.price;
  if (price === undefined) return false;
  const about = productOf(price);
  const { name, metadata } = await stripe.products.retrieve(about);
  // The list of our products is read every few minutes.
  if (metadata[PURPOSE] !== undefined) return true;
  const message = `会員${userId}は、Stripeの商品「${name}」（${about}）を契約しています（${id}）。このサイトの商品であれば、結び付けてください。このサイトの商品でなければ、対応済みにしてください。翌朝までに、会員の契約として扱わなくなります。Stripeの契約は、そのまま続きます。`;
  await alertStaff(db, { kind: UNKNOWN_PRODUCT, about, message, userId }, now());
  return (await isOpen(db, [UNKNOWN_PRODUCT, about]))[0]?.is_open ?? false;
}

/** Marks a product at the provider as ours. Its contracts count within the hour. */
export async function connectProduct({ stripe }: Pick<Billing, "stripe">, product: string): Promise<void> {
  await stripe.products.update(product, { metadata: { [PURPOSE]: "connected" } });
}
