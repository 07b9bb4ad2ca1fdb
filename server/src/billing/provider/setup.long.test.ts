import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { startStripeSandbox } from "stripe-sandbox";
import Stripe from "stripe";
import { expect, onTestFinished, test } from "vitest";
import { PROGRAM_ENVIRONMENT } from "../../../test/testing/program-environment.ts";
import { EVENT_TYPES } from "../sync/events.ts";
import { createProviderCatalogue, findPrices } from "./catalogue.ts";
import { idOf, openProvider } from "./provider.ts";

const MANAGE = fileURLToPath(new URL("../../bin/manage.ts", import.meta.url));

async function openSandbox() {
  const sandbox = await startStripeSandbox({ dataDir: null });
  onTestFinished(() => sandbox.close());
  return { sandbox, stripe: openProvider({ secretKey: sandbox.secretKey, apiUrl: sandbox.url }) };
}

async function manage(args: string[], environment: Record<string, string> = {}) {
  const child = spawn(process.execPath, [MANAGE, ...args], {
    env: { ...PROGRAM_ENVIRONMENT, ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [out, complaint, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "exit") as Promise<[number | null]>,
  ]);
  return { code, out, complaint };
}

test("stripe-setup creates every object once, however often it runs", async () => {
  const { sandbox, stripe } = await openSandbox();
  const environment = {
    STRIPE_SECRET_KEY: sandbox.secretKey,
    STRIPE_API_URL: sandbox.url,
    PUBLIC_URL: "https://manabiya.example.jp/",
  };
  const first = await manage(["stripe-setup"], environment);
  expect(first).toMatchObject({ code: 0, complaint: "" });
  expect(first.out).toMatch(/\nSTRIPE_WEBHOOK_SECRET=whsec_\w+\n$/);
  const second = await manage(["stripe-setup"], environment);
  expect(second).toMatchObject({ code: 0, complaint: "" });
  expect(second.out).not.toContain("made");
  expect(second.out).not.toContain("whsec_");

  const prices = await stripe.prices.list({ limit: 100 });
  expect(
    prices.data.map(({ lookup_key, unit_amount, recurring }) => [lookup_key, unit_amount, recurring?.interval]),
  ).toEqual([
    ["manabiya_yearly", 15_000, "year"],
    ["manabiya_monthly", 1500, "month"],
  ]);
  expect((await stripe.taxRates.list()).data).toMatchObject([{ percentage: 10, inclusive: false }]);
  expect((await stripe.billingPortal.configurations.list()).data).toMatchObject([
    {
      features: {
        subscription_cancel: { enabled: false },
        subscription_update: { enabled: false },
        invoice_history: { enabled: true },
        payment_method_update: { enabled: true },
      },
    },
  ]);
  expect((await stripe.webhookEndpoints.list()).data).toMatchObject([
    { url: "https://manabiya.example.jp/api/stripe/webhook/", enabled_events: [...EVENT_TYPES] },
  ]);
});

test("stripe-setup registers the tax id once, and says so until the dashboard puts it on every invoice", async () => {
  const { sandbox, stripe } = await openSandbox();
  const environment = {
    STRIPE_SECRET_KEY: sandbox.secretKey,
    STRIPE_API_URL: sandbox.url,
    PUBLIC_URL: "https://manabiya.example.jp",
    SITE_INVOICE_NUMBER: "T7000012050002",
  };
  for (const _run of [1, 2]) {
    expect((await manage(["stripe-setup"], environment)).out).toContain(
      "tax id T7000012050002: NOT ON THE INVOICES YET",
    );
  }
  const { data } = await stripe.taxIds.list();
  expect(data).toMatchObject([{ type: "jp_trn", value: "T7000012050002" }]);
  sandbox.simulate.setDefaultTaxIds(data.map(({ id }) => id));
  expect((await manage(["stripe-setup"], environment)).out).toContain("tax id T7000012050002: as it is");
  const wrong = await manage(["stripe-setup"], { ...environment, SITE_INVOICE_NUMBER: "T7000012050003" });
  expect(wrong).toMatchObject({ code: 1, out: "" });
  expect(wrong.complaint).toContain("SITE_INVOICE_NUMBER must be T and 13 digits");
});

test("a changed price takes over the lookup key, and existing subscribers keep the old price", async () => {
  const { sandbox, stripe } = await openSandbox();
  const product = await stripe.products.create({ name: "古いプラン" });
  const old = await stripe.prices.create({
    product: product.id,
    currency: "jpy",
    unit_amount: 1200,
    recurring: { interval: "month" },
    lookup_key: "manabiya_monthly",
  });
  const environment = {
    STRIPE_SECRET_KEY: sandbox.secretKey,
    STRIPE_API_URL: sandbox.url,
    PUBLIC_URL: "https://manabiya.example.jp",
  };
  expect((await manage(["stripe-setup"], environment)).code).toBe(0);
  expect((await manage(["stripe-setup"], environment)).out).toContain("1500 yen, as it is");
  expect((await findPrices(stripe)).monthly).toMatchObject({ unit_amount: 1500, product: product.id });
  expect(await stripe.prices.retrieve(old.id)).toMatchObject({ active: true, unit_amount: 1200 });
});

test("a changed price expires the unpaid checkouts of the old one, so that no confirmation names another amount", async () => {
  const { sandbox, stripe } = await openSandbox();
  const environment = {
    STRIPE_SECRET_KEY: sandbox.secretKey,
    STRIPE_API_URL: sandbox.url,
    PUBLIC_URL: "https://manabiya.example.jp",
  };
  await manage(["stripe-setup"], environment);
  const { monthly, yearly } = await findPrices(stripe);
  const open = ({ id = "" }: Partial<Stripe.Price> = {}, plan: string) =>
    stripe.checkout.sessions.create({
      mode: "subscription",
      line_items: [{ price: id, quantity: 1 }],
      metadata: { plan },
      success_url: "https://manabiya.example.jp/",
    });
  const sessions = [
    await open(monthly, "monthly"),
    await open(yearly, "yearly"),
    await open(monthly, "another product"),
  ];
  await stripe.prices.create({
    product: idOf(monthly?.product ?? null) ?? "",
    currency: "jpy",
    unit_amount: 1200,
    recurring: { interval: "month" },
    lookup_key: "manabiya_monthly",
    transfer_lookup_key: true,
  });
  const { out } = await manage(["stripe-setup"], environment);
  expect(out).toContain("price manabiya_monthly: 1500 yen, made; open checkouts expired: 1\n");
  const states = sessions.map(async ({ id }) => (await stripe.checkout.sessions.retrieve(id)).status);
  expect(await Promise.all(states)).toEqual(["expired", "open", "open"]);
});

test("names the missing set-up when the account was never set up", async () => {
  const { stripe } = await openSandbox();
  const catalogue = createProviderCatalogue(stripe, Date.now);
  await expect(catalogue.price("monthly")).rejects.toThrow("run npm run manage -- stripe-setup");
  await expect(catalogue.taxRates()).rejects.toThrow("run npm run manage -- stripe-setup");
});

test("stripe-setup says that only a new webhook can have another version of the API", async () => {
  const { sandbox, stripe } = await openSandbox();
  await stripe.webhookEndpoints.create({
    url: "https://manabiya.example.jp/api/stripe/webhook/",
    enabled_events: [...EVENT_TYPES],
    api_version: "2020-08-27",
  });
  const environment = {
    STRIPE_SECRET_KEY: sandbox.secretKey,
    STRIPE_API_URL: sandbox.url,
    PUBLIC_URL: "https://manabiya.example.jp",
  };
  const { code, out } = await manage(["stripe-setup"], environment);
  expect([code, out]).toEqual([0, expect.stringContaining(`ITS VERSION IS NOT ${Stripe.API_VERSION}. Delete it`)]);
});

test("prints one sentence of help without a key or with an unknown command", async () => {
  const missing = await manage(["stripe-setup"]);
  expect(missing.code).toBe(1);
  expect(missing.complaint).toMatch(/^Set STRIPE_SECRET_KEY and PUBLIC_URL[^\n]+\n$/);
  const unknown = await manage(["constructor"]);
  expect(unknown.code).toBe(1);
  expect(unknown.complaint).toContain("stripe-setup");
});
