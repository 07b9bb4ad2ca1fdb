import { contract } from "@manabiya/contract";
import { TAX_RATE } from "@manabiya/contract/rules/prices.ts";
import type { PaidPlan } from "@manabiya/contract/billing/subscription.ts";
import type Stripe from "stripe";
import { EVENT_TYPES } from "../sync/events.ts";
import { idOf } from "./provider.ts";
import {
  amountOf,
  findPortal,
  findPrices,
  findTaxRate,
  LOOKUP_KEYS,
  PORTAL_PURPOSE,
  PURPOSE,
  TAX_PURPOSE,
} from "./catalogue.ts";

interface SetupResult {
  /** One line per object. */
  steps: string[];
  /** The provider shows the secret only when it creates the webhook; null when one exists. */
  webhookSecret: string | null;
}

interface Site {
  siteName: string;
  publicUrl: string;
  /** Empty: none. */
  invoiceNumber: string;
}

const PLANS: Record<PaidPlan, { name: string; interval: "month" | "year" }> = {
  monthly: { name: "月額プラン", interval: "month" },
  yearly: { name: "年額プラン", interval: "year" },
};

/** Creates prices, tax rate and portal configuration. @returns one line per object */
export async function setUpCatalogue(stripe: Stripe, siteName: string): Promise<string[]> {
  return [...(await setUpPrices(stripe, siteName)), await setUpTaxRate(stripe), await setUpPortal(stripe, siteName)];
}

/** Creates the missing objects at the provider. It can be run repeatedly. */
export async function setUpProvider(stripe: Stripe, site: Site): Promise<SetupResult> {
  const steps = await setUpCatalogue(stripe, site.siteName);
  if (site.invoiceNumber !== "") steps.push(await setUpTaxId(stripe, site.invoiceNumber));
  const webhook = await setUpWebhook(stripe, site);
  return { steps: [...steps, webhook.step], webhookSecret: webhook.secret };
}

async function setUpPrices(stripe: Stripe, siteName: string): Promise<string[]> {
  const found = await findPrices(stripe);
  const steps: string[] = [];
  for (const plan of ["monthly", "yearly"] as const) {
    const amount = amountOf(plan);
    const known = found[plan];
    if (known?.unit_amount === amount) {
      steps.push(`price ${LOOKUP_KEYS[plan]}: ${amount} yen, as it is`);
      continue;
    }
    // Prices are immutable. A new price takes over the lookup key; existing subscribers keep the old price.
    const product = known ? productOf(known) : (await createProduct(stripe, siteName, plan)).id;
    await stripe.prices.create({
      product,
      currency: "jpy",
      unit_amount: amount,
      recurring: { interval: PLANS[plan].interval },
      tax_behavior: "exclusive",
      lookup_key: LOOKUP_KEYS[plan],
      transfer_lookup_key: true,
    });
    steps.push(`price ${LOOKUP_KEYS[plan]}: ${amount} yen, made`);
  }
  return steps;
}

function productOf({ product }: Stripe.Price): string {
  return typeof product === "string" ? product : product.id;
}

function createProduct(stripe: Stripe, siteName: string, plan: PaidPlan): Promise<Stripe.Product> {
  return stripe.products.create({ name: `${siteName} ${PLANS[plan].name}`, metadata: { [PURPOSE]: plan } });
}

async function setUpTaxRate(stripe: Stripe): Promise<string> {
  if (await findTaxRate(stripe)) return "tax rate: as it is";
  await stripe.taxRates.create({
    display_name: "消費税",
    percentage: TAX_RATE * 100,
    inclusive: false,
    country: "JP",
    metadata: { [PURPOSE]: TAX_PURPOSE },
  });
  return "tax rate: made";
}

/** The API cannot choose the default of its own account, and Checkout takes no tax id for its first invoice. */
async function setUpTaxId(stripe: Stripe, value: string): Promise<string> {
  const id = await findOrCreateTaxId(stripe, value);
  const { settings } = await stripe.accounts.retrieveCurrent();
  const isDefault = (settings?.invoices?.default_account_tax_ids ?? []).some((given) => idOf(given) === id);
  return isDefault
    ? `tax id ${value}: as it is, on every invoice`
    : `tax id ${value}: NOT ON THE INVOICES YET. Set it as default in the dashboard: Settings, Billing, Invoices, Tax`;
}

export async function findOrCreateTaxId(stripe: Stripe, value: string): Promise<string> {
  const { data } = await stripe.taxIds.list({ limit: 100 });
  const known = data.find((taxId) => taxId.type === "jp_trn" && taxId.value === value);
  return (known ?? (await stripe.taxIds.create({ type: "jp_trn", value }))).id;
}

async function setUpPortal(stripe: Stripe, siteName: string): Promise<string> {
  if (await findPortal(stripe)) return "portal: as it is";
  await stripe.billingPortal.configurations.create({
    business_profile: { headline: siteName },
    features: {
      invoice_history: { enabled: true },
      payment_method_update: { enabled: true },
      customer_update: { enabled: false },
      subscription_cancel: { enabled: false },
      subscription_update: { enabled: false },
    },
    metadata: { [PURPOSE]: PORTAL_PURPOSE },
  });
  return "portal: made";
}

async function setUpWebhook(stripe: Stripe, { publicUrl }: Site) {
  const url = publicUrl + contract.stripe.webhook.url;
  const { data } = await stripe.webhookEndpoints.list({ limit: 100 });
  const known = data.find((endpoint) => endpoint.url === url);
  if (known) {
    await stripe.webhookEndpoints.update(known.id, { enabled_events: [...EVENT_TYPES] });
    return { step: `webhook ${url}: as it is`, secret: null };
  }
  const made = await stripe.webhookEndpoints.create({ url, enabled_events: [...EVENT_TYPES] });
  return { step: `webhook ${url}: made`, secret: made.secret ?? null };
}
