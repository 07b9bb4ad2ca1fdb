import Stripe from "stripe";
import { expect, onTestFinished } from "vitest";
import { type StripeSandbox, type StripeSandboxOptions, startStripeSandbox } from "../server.ts";
import { checkObjects } from "./sdk-schema.ts";
import { API_VERSION } from "../state/world.ts";

export interface Shop {
  sandbox: StripeSandbox;
  stripe: Stripe;
  monthly: Stripe.Price;
  yearly: Stripe.Price;
  tax: Stripe.TaxRate;
}

/** 2026-09-01T00:00:00Z: a month of 30 days. */
export const START = Date.UTC(2026, 8, 1);
export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;

/** The official SDK for a sandbox. It does not retry, so tests see every answer. */
export function connect(
  sandbox: Pick<StripeSandbox, "url" | "secretKey">,
  more: Partial<Stripe.StripeConfig> = {},
): Stripe {
  const { hostname, port } = new URL(sandbox.url);
  return new Stripe(sandbox.secretKey, {
    host: hostname,
    port: Number(port),
    protocol: "http",
    apiVersion: API_VERSION,
    maxNetworkRetries: 0,
    telemetry: false,
    ...more,
  });
}

/** A sandbox with two prices. Its clock starts at START, and it closes after the test. */
export async function openShop(options: Partial<StripeSandboxOptions> = {}): Promise<Shop> {
  const sandbox = await startStripeSandbox({ dataDir: null, now: () => START, ...options });
  onTestFinished(async () => {
    await sandbox.close();
    expect(checkObjects(sandbox.world.store).problems, "differences from the SDK's types").toEqual([]);
  });
  const stripe = connect(sandbox);
  const product = await stripe.products.create({ name: "プレミアムプラン" });
  const price = (amount: number, interval: "month" | "year") =>
    stripe.prices.create({
      product: product.id,
      currency: "jpy",
      unit_amount: amount,
      recurring: { interval },
      tax_behavior: "exclusive",
      lookup_key: `premium_${interval}`,
    });
  return {
    sandbox,
    stripe,
    monthly: await price(1500, "month"),
    yearly: await price(15_000, "year"),
    tax: await stripe.taxRates.create({ display_name: "消費税", percentage: 10, inclusive: false, country: "JP" }),
  };
}

/** A new customer with a default card and a subscription. */
export async function subscribe(
  { stripe, tax }: Shop,
  price: Stripe.Price,
  card = "pm_card_visa",
): Promise<{ customer: Stripe.Customer; subscription: Stripe.Subscription }> {
  const customer = await stripe.customers.create({ email: "member@example.com" });
  await useCard({ stripe }, customer.id, card);
  const subscription = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: price.id, tax_rates: [tax.id] }],
  });
  return { customer, subscription };
}

export async function useCard({ stripe }: Pick<Shop, "stripe">, customer: string, card: string): Promise<void> {
  const method = await stripe.paymentMethods.attach(card, { customer });
  await stripe.customers.update(customer, { invoice_settings: { default_payment_method: method.id } });
}

/** Changes the price with immediate proration. The change is pending while its payment fails. */
export function changePlan(
  { stripe }: Pick<Shop, "stripe">,
  subscription: Stripe.Subscription,
  price: Stripe.Price,
): Promise<Stripe.Subscription> {
  return stripe.subscriptions.update(subscription.id, {
    items: [{ id: subscription.items.data[0]?.id ?? "", price: price.id }],
    proration_behavior: "always_invoice",
    payment_behavior: "pending_if_incomplete",
    expand: ["latest_invoice"],
  });
}

/** @throws when `latest_invoice` was not expanded */
export function invoiceOf(subscription: Stripe.Subscription): Stripe.Invoice {
  const invoice = subscription.latest_invoice;
  if (invoice === null || typeof invoice === "string") throw new Error("latest_invoice was not expanded.");
  return invoice;
}
