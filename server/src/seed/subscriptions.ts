import { join } from "node:path";
import { demoCatalogue } from "@manabiya/demo/content/catalogue.ts";
import type { DemoAccount } from "@manabiya/demo/content/types.ts";
import { startStripeSandbox } from "stripe-sandbox";
import type Stripe from "stripe";
import { createProviderCatalogue, type ProviderCatalogue } from "../billing/provider/catalogue.ts";
import { openProvider } from "../billing/provider/provider.ts";
import { findOrCreateTaxId, setUpCatalogue } from "../billing/provider/setup.ts";
import { insertRow } from "../db/insert-rows.ts";
import type { Database } from "../db/open.ts";

const DAY = 24 * 60 * 60 * 1000;

/** The demo's ended subscription was canceled so many days ago and then ran to the end of its month. */
const CANCELED_DAYS_AGO = 40;

interface SeedOptions {
  dataDir: string;
  siteName: string;
  invoiceNumber: string;
  /** Milliseconds since 1970. */
  now: number;
}

/**
 * Creates subscriptions of the demo's paying accounts through the sandbox's API. The sandbox's clock starts in the past
 * and moves through the months, so that renewals and invoices exist.
 * @returns the customers, for a first sync; none on later starts
 */
export async function seedSubscriptions(
  db: Database,
  { dataDir, siteName, invoiceNumber, now }: SeedOptions,
): Promise<string[]> {
  const paying = await accountsWithoutCustomer(db);
  if (paying.length === 0) return [];
  let time = now - Math.max(...paying.map(({ account }) => account.created_days_ago)) * DAY;
  const sandbox = await startStripeSandbox({
    dataDir: join(dataDir, "sandbox"),
    accountName: `${siteName}（サンドボックス）`,
    now: () => time,
  });
  try {
    const stripe = openProvider({ secretKey: sandbox.secretKey, apiUrl: sandbox.url });
    await setUpCatalogue(stripe, siteName);
    sandbox.simulate.setDefaultTaxIds([await findOrCreateTaxId(stripe, invoiceNumber)]);
    const catalogue = createProviderCatalogue(stripe, () => time);
    const customers: string[] = [];
    for (const { id, account } of paying) {
      time = now - account.created_days_ago * DAY;
      const { customer, subscription } = await subscribe({ stripe, catalogue }, id, account);
      customers.push(customer);
      const row = { user_id: id, customer_id: customer, email: account.email };
      await insertRow(db, "stripe_customers", row);
      if (account.subscription_status !== "canceled") continue;
      time = now - CANCELED_DAYS_AGO * DAY;
      await stripe.subscriptions.update(subscription, { cancel_at_period_end: true });
    }
    time = now;
    sandbox.clock.settle();
    return customers;
  } finally {
    await sandbox.close();
  }
}

/** Oldest accounts first, because the clock only moves forward. */
async function accountsWithoutCustomer(db: Database): Promise<{ id: number; account: DemoAccount }[]> {
  const paying = demoCatalogue.accounts.filter(({ subscription_plan }) => subscription_plan !== "none");
  const { rows } = await db.query<{ id: number; email: string }>({
    text: `select id, email from users
            where email = any ($1) and id not in (select user_id from stripe_customers)`,
    values: [paying.map(({ email }) => email)],
  });
  return paying
    .flatMap((account) => {
      const row = rows.find(({ email }) => email === account.email);
      return row ? [{ id: row.id, account }] : [];
    })
    .toSorted((a, b) => b.account.created_days_ago - a.account.created_days_ago);
}

async function subscribe(
  { stripe, catalogue }: { stripe: Stripe; catalogue: ProviderCatalogue },
  userId: number,
  account: DemoAccount,
) {
  const plan = account.subscription_plan === "yearly" ? "yearly" : "monthly";
  const metadata = { user_id: String(userId), plan };
  const { id: customer } = await stripe.customers.create({ email: account.email, metadata, preferred_locales: ["ja"] });
  const card = await stripe.paymentMethods.attach("pm_card_visa", { customer });
  const { id: subscription } = await stripe.subscriptions.create({
    customer,
    default_payment_method: card.id,
    items: [{ price: await catalogue.price(plan), tax_rates: await catalogue.taxRates() }],
    metadata,
  });
  return { customer, subscription };
}
