import { contract } from "@manabiya/contract";
import { STANDARD_PRICES, TAX_RATE } from "@manabiya/contract/rules/prices.ts";
import type { PaidPlan } from "@manabiya/contract/billing/subscription.ts";
import Stripe from "stripe";
import { isLoopback } from "../../config/production-checks.ts";
import { EVENT_TYPES } from "../sync/events.ts";
import { idOf } from "./provider.ts";
import {
  findPortal,
  findPrices,
  findTaxRate,
  INTERVALS,
  LOOKUP_KEYS,
  PLANS,
  PORTAL_FEATURES,
  PORTAL_PURPOSE,
  portalProblems,
  priceProblems,
  productOf,
  PURPOSE,
  TAX_PURPOSE,
} from "./catalogue.ts";
import { ignoreRefusal, isRefused } from "./provider.ts";

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

const NAMES: Record<PaidPlan, string> = { monthly: "月額プラン", yearly: "年額プラン" };

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
  for (const plan of PLANS) {
    const amount = STANDARD_PRICES[plan];
    const known = found[plan];
    if (known && priceProblems(plan, known, amount).length === 0) {
      steps.push(`price ${LOOKUP_KEYS[plan]}: ${amount} yen, as it is`);
      continue;
    }
    // Prices are immutable. A new price takes over the lookup key; existing subscribers keep the old price.
    const product = known ? productOf(known) : (await createProduct(stripe, siteName, plan)).id;
    await stripe.prices.create({
      product,
      currency: "jpy",
      unit_amount: amount,
      recurring: { interval: INTERVALS[plan] },
      tax_behavior: "exclusive",
      lookup_key: LOOKUP_KEYS[plan],
      transfer_lookup_key: true,
    });
    const expired = known ? await expireOpenCheckouts(stripe, plan) : 0;
    const after = expired > 0 ? `; open checkouts expired: ${expired}` : "";
    steps.push(`price ${LOOKUP_KEYS[plan]}: ${amount} yen, made${after}`);
  }
  return steps;
}

/** The server would offer them again for half an hour, after a confirmation that names the new price. */
async function expireOpenCheckouts(stripe: Stripe, plan: PaidPlan): Promise<number> {
  let count = 0;
  for await (const { id, metadata } of stripe.checkout.sessions.list({ status: "open", limit: 100 })) {
    if (metadata?.["plan"] !== plan) continue;
    await stripe.checkout.sessions.expire(id).catch(ignoreRefusal);
    count++;
  }
  return count;
}

function createProduct(stripe: Stripe, siteName: string, plan: PaidPlan): Promise<Stripe.Product> {
  return stripe.products.create({ name: `${siteName} ${NAMES[plan]}`, metadata: { [PURPOSE]: plan } });
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
  const known = await findPortal(stripe);
  if (known && portalProblems(known).length === 0) return "portal: as it is";
  if (known) {
    await stripe.billingPortal.configurations.update(known.id, { features: PORTAL_FEATURES });
    return "portal: changed to invoices and cards alone";
  }
  await stripe.billingPortal.configurations.create({
    business_profile: { headline: siteName },
    features: PORTAL_FEATURES,
    metadata: { [PURPOSE]: PORTAL_PURPOSE },
  });
  return "portal: made";
}

/** Stripe's own program brings events to a rehearsal on the operator's machine. */
export function forwardTo(url: string): string {
  return `Run stripe listen --forward-to ${url} and set the STRIPE_WEBHOOK_SECRET that it prints`;
}

async function setUpWebhook(stripe: Stripe, { publicUrl }: Site) {
  const url = publicUrl + contract.stripe.webhook.url;
  const { data } = await stripe.webhookEndpoints.list({ limit: 100 });
  const known = data.find((endpoint) => endpoint.url === url);
  if (known) {
    await stripe.webhookEndpoints.update(known.id, { enabled_events: [...EVENT_TYPES] });
    const isPinned = known.api_version === Stripe.API_VERSION;
    const step = isPinned
      ? `webhook ${url}: as it is`
      : `webhook ${url}: ITS VERSION IS NOT ${Stripe.API_VERSION}. Delete it in the dashboard (Developers, Webhooks) and run this again`;
    return { step, secret: null };
  }
  try {
    const made = await stripe.webhookEndpoints.create({
      url,
      enabled_events: [...EVENT_TYPES],
      // It can be chosen only now. Without it, events change their shape when somebody upgrades the account.
      api_version: Stripe.API_VERSION,
    });
    return { step: `webhook ${url}: made`, secret: made.secret ?? null };
  } catch (error) {
    if (!isRefused(error) || !isLoopback(new URL(url).hostname)) throw error;
    return {
      step: `webhook ${url}: NONE, because Stripe reaches no loopback address. ${forwardTo(url)}`,
      secret: null,
    };
  }
}
