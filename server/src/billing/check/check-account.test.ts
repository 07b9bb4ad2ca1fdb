import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { type StripeSandbox, type StripeSandboxOptions, startStripeSandbox } from "stripe-sandbox";
import type Stripe from "stripe";
import { expect, onTestFinished, test } from "vitest";
import { EVENT_TYPES } from "../sync/events.ts";
import { LOOKUP_KEYS, findPrices, PORTAL_FEATURES } from "../provider/catalogue.ts";
import { openProvider } from "../provider/provider.ts";
import { setUpProvider } from "../provider/setup.ts";
import { CHECKS, checkAccount } from "./check-account.ts";
import type { CheckedAccount, Finding } from "./finding.ts";
import { KEYS, SET_UP } from "./places.ts";

const PUBLIC_URL = "http://localhost:3000";
const SITE = { siteName: "学び舎", invoiceNumber: "", publicUrl: PUBLIC_URL };
const WEBHOOK = `${PUBLIC_URL}/api/stripe/webhook/`;

interface Planted {
  stripe: Stripe;
  sandbox: StripeSandbox;
}

/** An account after `stripe-setup`. */
async function openAccount(options: Partial<StripeSandboxOptions> = {}): Promise<Planted> {
  const sandbox = await startStripeSandbox({ dataDir: null, ...options });
  onTestFinished(() => sandbox.close());
  const stripe = openProvider({ secretKey: sandbox.secretKey, apiUrl: sandbox.url });
  await setUpProvider(stripe, SITE);
  return { sandbox, stripe };
}

function check({ stripe, sandbox }: Planted, more: Partial<CheckedAccount> = {}): Promise<Finding[]> {
  const linkedAccount = async () => ({ account: null });
  const given = { stripe, secretKey: sandbox.secretKey, publicUrl: PUBLIC_URL, invoiceNumber: "", now: Date.now };
  return checkAccount({ ...given, linkedAccount, ...more });
}

const wrongOnes = (findings: Finding[]) => findings.filter(({ result }) => result === "wrong");

async function expectOneWrong(
  found: Promise<Finding[]>,
  line: { subject: string; detail: string | RegExp; remedy: string },
) {
  const { subject, detail, remedy } = line;
  expect(wrongOnes(await found)).toEqual([
    {
      result: "wrong",
      subject,
      detail: (typeof detail === "string" ? expect.stringContaining(detail) : expect.stringMatching(detail)) as string,
      remedy: expect.stringContaining(remedy) as string,
    },
  ]);
}

test("an account after stripe-setup has nothing wrong, and every check says so", async () => {
  const account = await openAccount();
  const findings = await check(account);
  expect(wrongOnes(findings)).toEqual([]);
  const subjects = new Set(findings.map(({ subject }) => subject));
  for (const { subject } of CHECKS.filter((one) => one.subject !== "prices")) expect(subjects).toContain(subject);
  const unread = findings.filter(({ result }) => result === "look yourself");
  expect(unread.map(({ subject }) => subject)).toEqual([
    "webhook secret",
    "receipts",
    "last retry",
    "Stripe's emails",
    "fraud",
    "tax rounding",
  ]);
  for (const { remedy } of unread) expect(remedy).not.toBe("");
});

test("the check changes nothing at the provider", async () => {
  const calls: string[] = [];
  const account = await openAccount({ onRequest: ({ method }) => calls.push(method) });
  calls.length = 0;
  await check(account);
  expect(calls.length).toBeGreaterThan(CHECKS.length);
  expect(new Set(calls)).toEqual(new Set(["GET"]));
});

/** Replaces the monthly price. */
async function sell(stripe: Stripe, changed: Partial<Stripe.PriceCreateParams>): Promise<void> {
  const { monthly } = await findPrices(stripe);
  const product = typeof monthly?.product === "string" ? monthly.product : "";
  await stripe.prices.create({
    product,
    currency: "jpy",
    unit_amount: 1500,
    recurring: { interval: "month" },
    tax_behavior: "exclusive",
    lookup_key: LOOKUP_KEYS.monthly,
    transfer_lookup_key: true,
    ...changed,
  });
}

/** Replaces the configuration of the portal. */
const openPortal = async (stripe: Stripe, features: Stripe.BillingPortal.ConfigurationCreateParams.Features) => {
  await stripe.billingPortal.configurations.create({
    features: { ...PORTAL_FEATURES, ...features },
    metadata: { manabiya: "portal" },
  });
};

const endpoint = async (stripe: Stripe) => (await stripe.webhookEndpoints.list()).data[0]?.id ?? "";
const replaceEndpoint = async (stripe: Stripe, version: Stripe.WebhookEndpointCreateParams.ApiVersion | null) => {
  await stripe.webhookEndpoints.del(await endpoint(stripe));
  const events = { url: WEBHOOK, enabled_events: [...EVENT_TYPES] };
  await stripe.webhookEndpoints.create({ ...events, ...(version && { api_version: version }) });
};

type Plant = (account: Planted) => Promise<unknown>;

test.each<[string, Plant, subject: string, detail: string, remedy: string]>([
  [
    "another amount",
    ({ stripe }) => sell(stripe, { unit_amount: 1200 }),
    "monthly price",
    "costs 1200, but the screen says 1500 yen",
    SET_UP,
  ],
  [
    "another interval",
    ({ stripe }) => sell(stripe, { recurring: { interval: "month", interval_count: 3 } }),
    "monthly price",
    "3 month",
    SET_UP,
  ],
  [
    "an inclusive tax",
    ({ stripe }) => sell(stripe, { tax_behavior: "inclusive" }),
    "monthly price",
    "includes",
    SET_UP,
  ],
  [
    "an archived price",
    async ({ stripe }) => stripe.prices.update((await findPrices(stripe)).yearly?.id ?? "", { active: false }),
    "yearly price",
    "no active price has the lookup key manabiya_yearly",
    SET_UP,
  ],
  [
    "an archived product",
    async ({ stripe }) => {
      const { yearly } = await findPrices(stripe);
      await stripe.products.update(typeof yearly?.product === "string" ? yearly.product : "", { active: false });
    },
    "products",
    "is archived",
    "Unarchive",
  ],
  [
    "an archived tax rate",
    async ({ stripe }) => stripe.taxRates.update((await stripe.taxRates.list()).data[0]?.id ?? "", { active: false }),
    "tax rate",
    "has 10 %, archived",
    SET_UP,
  ],
  [
    "a tax rate of 8 %",
    async ({ stripe }) => {
      await stripe.taxRates.update((await stripe.taxRates.list()).data[0]?.id ?? "", { active: false, metadata: {} });
      const metadata = { manabiya: "consumption_tax" };
      await stripe.taxRates.create({ display_name: "消費税", percentage: 8, inclusive: true, metadata });
    },
    "tax rate",
    "has 8 %, inclusive",
    SET_UP,
  ],
  [
    "a portal that cancels",
    ({ stripe }) => openPortal(stripe, { subscription_cancel: { enabled: true } }),
    "portal",
    "subscription_cancel is on",
    SET_UP,
  ],
  [
    "a portal without cards",
    ({ stripe }) => openPortal(stripe, { payment_method_update: { enabled: false } }),
    "portal",
    "payment_method_update is off",
    SET_UP,
  ],
  [
    "no portal",
    async ({ stripe }) =>
      stripe.billingPortal.configurations.update((await stripe.billingPortal.configurations.list()).data[0]?.id ?? "", {
        active: false,
      }),
    "portal",
    "no configuration of ours",
    SET_UP,
  ],
  [
    "a login link of another portal that cancels",
    async ({ stripe, sandbox: { world } }) => {
      const features = { subscription_cancel: { enabled: true } };
      const other = await stripe.billingPortal.configurations.create({ features });
      const { lastResponse: _, ...stored } = other;
      world.transact(null, () =>
        world.store.put("portal_configuration", { ...stored, login_page: { enabled: true, url: "https://x.example" } }),
      );
    },
    "portal",
    "login link",
    "Customer portal",
  ],
  [
    "another webhook version",
    ({ stripe }) => replaceEndpoint(stripe, "2020-08-27"),
    "webhook",
    "version 2020-08-27, not 2026-10-28.endive",
    "Delete",
  ],
  [
    "a webhook without a version",
    ({ stripe }) => replaceEndpoint(stripe, null),
    "webhook",
    "the account's default version",
    "Delete",
  ],
  [
    "a disabled webhook",
    async ({ stripe }) => stripe.webhookEndpoints.update(await endpoint(stripe), { disabled: true }),
    "webhook",
    "is disabled",
    "Enable",
  ],
  [
    "a missing event",
    async ({ stripe }) =>
      stripe.webhookEndpoints.update(await endpoint(stripe), { enabled_events: [...EVENT_TYPES].slice(1) }),
    "webhook",
    `lacks the events ${EVENT_TYPES[0]}`,
    SET_UP,
  ],
  [
    "an unused event",
    async ({ stripe }) =>
      stripe.webhookEndpoints.update(await endpoint(stripe), { enabled_events: [...EVENT_TYPES, "payout.paid"] }),
    "webhook",
    "unused events payout.paid",
    SET_UP,
  ],
  [
    "a webhook of all events",
    async ({ stripe }) => stripe.webhookEndpoints.update(await endpoint(stripe), { enabled_events: ["*"] }),
    "webhook",
    "sends all types",
    SET_UP,
  ],
  [
    "two webhooks of one address",
    ({ stripe }) =>
      stripe.webhookEndpoints.create({
        url: WEBHOOK,
        enabled_events: [...EVENT_TYPES],
        api_version: "2026-10-28.endive",
      }),
    "webhook",
    "2 endpoints have the address",
    "delete all of them",
  ],
  [
    "a tax id without the setting",
    async ({ stripe, sandbox }) => {
      const { id } = await stripe.taxIds.create({ type: "jp_trn", value: "T7000012050002" });
      sandbox.simulate.setDefaultTaxIds([id]);
    },
    "tax id",
    "invoices show T7000012050002",
    "SITE_INVOICE_NUMBER",
  ],
])("finds %s, and nothing else", async (_name, plant, subject, detail, remedy) => {
  const account = await openAccount();
  await plant(account);
  await expectOneWrong(check(account), { subject, detail, remedy });
});

test.each([
  ["a price", ({ stripe }: Planted) => sell(stripe, { recurring: { interval: "year" } })],
  ["the portal", ({ stripe }: Planted) => openPortal(stripe, { subscription_update: { enabled: true } })],
  [
    "the events",
    async ({ stripe }: Planted) =>
      void (await stripe.webhookEndpoints.update(await endpoint(stripe), { enabled_events: ["*"] })),
  ],
])("stripe-setup mends %s where the check names it", async (_name, plant) => {
  const account = await openAccount();
  await plant(account);
  expect(wrongOnes(await check(account)).length).toBeGreaterThan(0);
  await setUpProvider(account.stripe, SITE);
  expect(wrongOnes(await check(account))).toEqual([]);
});

test.each<[NonNullable<StripeSandboxOptions["account"]>, subject: string, detail: string]>([
  [{ chargesEnabled: false }, "charges", "cannot charge"],
  [{ payoutsEnabled: false }, "payouts", "pays nothing out"],
  [{ country: "US" }, "country", "US, not JP"],
  [{ currency: "usd" }, "currency", "usd, not jpy"],
  [{ supportEmail: null }, "public details", "no support email address"],
  [{ supportUrl: null }, "public details", "no address of the support page"],
  [{ url: null }, "public details", "no website"],
  [{ savesCards: "never" }, "card of a paid bill", "hosted_payment_method_save is never"],
  [{ statementDescriptor: null }, "public details", "no statement descriptor"],
])("finds an account with %j", async (account, subject, detail) => {
  await expectOneWrong(check(await openAccount({ account })), { subject, detail, remedy: "" });
});

test("asks a person to look when the account only offers to keep the card of a paid bill", async () => {
  const findings = await check(await openAccount({ account: { savesCards: "offer" } }));
  const found = findings.find(({ subject }) => subject === "card of a paid bill");
  expect(found).toMatchObject({ result: "look yourself", detail: expect.stringContaining("is offer") as string });
});

test("compares the account's default tax id with the setting", async () => {
  const account = await openAccount();
  const { id } = await account.stripe.taxIds.create({ type: "jp_trn", value: "T7000012050002" });
  const invoiceNumber = "T7000012050002";
  const missing = { subject: "tax id", detail: "show no registration number", remedy: "as the only default" };
  await expectOneWrong(check(account, { invoiceNumber }), missing);
  account.sandbox.simulate.setDefaultTaxIds([id]);
  expect(wrongOnes(await check(account, { invoiceNumber }))).toEqual([]);
  const other = { subject: "tax id", detail: "show T7000012050002", remedy: "as the only default" };
  await expectOneWrong(check(account, { invoiceNumber: "T9000000000000" }), other);
});

test("finds a test key on a public address, and an address without webhook", async () => {
  const findings = wrongOnes(await check(await openAccount(), { publicUrl: "https://manabiya.example.jp" }));
  expect(findings.map(({ subject }) => subject)).toEqual(["mode", "webhook"]);
  expect(findings[0]?.detail).toContain("members would watch without paying");
  expect(findings[1]).toMatchObject({ detail: expect.stringContaining("no endpoint") as string, remedy: SET_UP });
});

test("a rehearsal on this machine has no webhook at Stripe, and says how events reach it", async () => {
  const account = await openAccount();
  await account.stripe.webhookEndpoints.del(await endpoint(account.stripe));
  account.sandbox.failures.add({ mode: "refused", status: 400, call: "POST /v1/webhook_endpoints" });
  const { steps, webhookSecret } = await setUpProvider(account.stripe, SITE);
  expect([steps.at(-1), webhookSecret]).toEqual([expect.stringContaining(`--forward-to ${WEBHOOK}`), null]);
  await expect(
    setUpProvider(account.stripe, { ...SITE, publicUrl: "https://manabiya.example.jp" }),
  ).rejects.toMatchObject({ statusCode: 400 });
  const findings = await check(account);
  expect(wrongOnes(findings)).toEqual([]);
  const remedy = expect.stringContaining(`stripe listen --forward-to ${WEBHOOK}`) as string;
  expect(findings).toContainEqual(expect.objectContaining({ result: "look yourself", subject: "webhook", remedy }));
});

test.each([-600_000, 600_000])("finds a clock that differs by %i ms", async (difference) => {
  const now = () => Date.now() + difference;
  // The header of the answer has whole seconds.
  const detail = new RegExp(`differs by ${difference < 0 ? "-" : ""}(599|600|601) s`);
  const line = { subject: "clock", detail, remedy: "NTP" };
  await expectOneWrong(check(await openAccount(), { now }), line);
});

test("names the account that has the members' customers", async () => {
  const account = await openAccount();
  const linkedAccount = async () => ({ account: "acct_other:live" });
  const line = { subject: "account", detail: "are in acct_other:live", remedy: "acct_other:live" };
  await expectOneWrong(check(account, { linkedAccount }), line);
});

test("finds receipts that Stripe has sent itself", async () => {
  const account = await openAccount();
  const { stripe, sandbox } = account;
  const { id: customer } = await stripe.customers.create({ email: "a@example.com" });
  const card = await stripe.paymentMethods.attach("pm_card_visa", { customer });
  const { monthly } = await findPrices(stripe);
  await stripe.subscriptions.create({
    customer,
    items: [{ price: monthly?.id ?? "" }],
    default_payment_method: card.id,
  });
  expect(wrongOnes(await check(account))).toEqual([]);
  const { world } = sandbox;
  const [charge] = world.store.all("charge");
  if (!charge) throw new Error("no charge");
  world.transact(null, () => world.store.put("charge", { ...charge, receipt_number: "1234-5678" }));
  await expectOneWrong(check(account), { subject: "receipts", detail: "two emails", remedy: "Customer emails" });
  // The email about a refund has a number too, and it stays on.
  await stripe.refunds.create({ charge: charge.id });
  expect(wrongOnes(await check(account))).toEqual([]);
});

/** `stripe.billingPortal.configurations.list(` → `billingPortal.configurations` */
const RESOURCE = /\bstripe\s*\.((?:(?:checkout|billingPortal|testHelpers)\.)?[a-zA-Z]+)\s*\.\s*[a-zA-Z]+\(/g;

test("a permission is tried for each resource that the server uses", async () => {
  const folder = fileURLToPath(new URL("../../", import.meta.url));
  const files = (await readdir(folder, { recursive: true })).filter((file) => /(?<!\.test)\.ts$/.test(file));
  const used = new Set<string>();
  for (const file of files) {
    for (const [, resource = ""] of (await readFile(folder + file, "utf8")).matchAll(RESOURCE)) used.add(resource);
  }
  // These need no call to Stripe.
  for (const local of ["webhook", "webhooks", "errors"]) used.delete(local);
  expect(used.size).toBeGreaterThan(15);
  const tried = CHECKS.flatMap(({ resources }) => resources);
  expect([...used].filter((resource) => !tried.includes(resource))).toEqual([]);
});

/** The path that each permission opens. */
const PATHS: Record<string, string> = {
  API: "balance",
  account: "account",
  prices: "prices",
  products: "products",
  "tax rate": "tax_rates",
  "tax id": "tax_ids",
  portal: "billing_portal/configurations",
  webhook: "webhook_endpoints",
  receipts: "charges",
  customers: "customers",
  paymentMethods: "payment_methods",
  "checkout.sessions": "checkout/sessions",
  subscriptions: "subscriptions",
  invoices: "invoices",
  invoicePayments: "invoice_payments",
  creditNotes: "credit_notes",
  coupons: "coupons",
  promotionCodes: "promotion_codes",
  refunds: "refunds",
  disputes: "disputes",
};

test.each(CHECKS.map(({ subject, permission }) => [subject, permission]))(
  "names the permission when the key may not read: %s",
  async (subject, permission) => {
    const account = await openAccount();
    account.sandbox.failures.add({ mode: "refused", status: 403, call: `GET /v1/${PATHS[subject]}` });
    const findings = wrongOnes(await check(account));
    expect(findings).toContainEqual(
      expect.objectContaining({
        subject,
        detail: expect.stringContaining("does not have the required permissions") as string,
        remedy: `${KEYS} > the key > Edit: ${permission}`,
      }),
    );
    for (const { remedy } of findings) expect(remedy).toContain("Edit: ");
  },
);

test("says that a restricted key's permissions to write cannot be read", async () => {
  const account = await openAccount();
  const findings = await check(account, { secretKey: "rk_test_1" });
  expect(findings).toContainEqual(
    expect.objectContaining({
      result: "look yourself",
      subject: "key",
      detail: expect.stringMatching(/Prices: Write.*Charges and Refunds: Write.*Customers: Write/) as string,
    }),
  );
});

test("ends with one line when Stripe cannot be reached or refuses the key", async () => {
  const account = await openAccount();
  const restore = account.sandbox.failures.add({ mode: "refused", status: 401 });
  await expectOneWrong(check(account), { subject: "key", detail: "refuses STRIPE_SECRET_KEY", remedy: "API keys" });
  restore();
  account.sandbox.failures.add({ mode: "down" });
  const findings = await check(account);
  expect(findings).toHaveLength(1);
  expect(findings[0]).toMatchObject({ result: "wrong", subject: "API" });
});

test("says which part Stripe failed to answer, and goes on", async () => {
  const account = await openAccount();
  account.sandbox.failures.add({ mode: "error", call: "GET /v1/disputes" });
  await expectOneWrong(check(account), { subject: "disputes", detail: "answered 500", remedy: "again" });
});
