import Stripe from "stripe";
import { expect, test } from "vitest";
import { idOf } from "./state/ids.ts";
import { connect, openShop, subscribe } from "./testing/shop.ts";

test("an idempotency key replays its answer, also for parallel calls", async () => {
  const { stripe } = await openShop();
  const ask = () => stripe.customers.create({ email: "a@example.com" }, { idempotencyKey: "user-7" });
  const answers = await Promise.all(Array.from({ length: 8 }, ask));
  expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
  expect((await ask()).lastResponse.headers["idempotent-replayed"]).toBe("true");
  expect((await stripe.customers.list()).data).toHaveLength(1);
});

test("an idempotency key with another body is an error, and the key expires after a day", async () => {
  const { stripe, sandbox } = await openShop();
  const ask = (email: string) => stripe.customers.create({ email }, { idempotencyKey: "user-7" });
  await ask("a@example.com");
  await expect(ask("b@example.com")).rejects.toMatchObject({ type: "StripeIdempotencyError", statusCode: 400 });
  sandbox.clock.advance(24 * 3_600_000);
  expect(await ask("b@example.com")).toMatchObject({ email: "b@example.com" });
});

test.each([
  ["error", 0],
  ["error_after_work", 1],
] as const)("an idempotency key replays a saved 500 after %s, and a new key does the work", async (mode, done) => {
  const { stripe, sandbox } = await openShop();
  const ask = (idempotencyKey: string) => stripe.customers.create({}, { idempotencyKey });
  sandbox.failures.add({ mode, times: 1 });
  await expect(ask("once")).rejects.toMatchObject({ statusCode: 500 });
  await expect(ask("once")).rejects.toMatchObject({
    statusCode: 500,
    headers: expect.objectContaining({ "idempotent-replayed": "true" }),
  });
  expect((await stripe.customers.list()).data).toHaveLength(done);
  await ask("again");
  expect((await stripe.customers.list()).data).toHaveLength(done + 1);
  sandbox.clock.advance(24 * 3_600_000);
  await ask("once");
});

test.each([
  [401, Stripe.errors.StripeAuthenticationError],
  [403, Stripe.errors.StripePermissionError],
  [409, Stripe.errors.StripeAPIError],
  [429, Stripe.errors.StripeRateLimitError],
] as const)("refuses a call with %i, and its idempotency key stays unused", async (status, error) => {
  const { stripe, sandbox } = await openShop();
  const ask = () => stripe.customers.create({}, { idempotencyKey: "once" });
  const restore = sandbox.failures.add({ mode: "refused", status });
  await expect(ask()).rejects.toBeInstanceOf(error);
  restore();
  expect(await ask()).toMatchObject({ object: "customer" });
});

test("an idempotency key returns an answer that was lost after the work", async () => {
  const { stripe, sandbox } = await openShop();
  const ask = () => stripe.customers.create({}, { idempotencyKey: "once" });
  const restore = sandbox.failures.add({ mode: "lost_answer" });
  await expect(ask()).rejects.toBeInstanceOf(Stripe.errors.StripeConnectionError);
  restore();
  await ask();
  expect((await stripe.customers.list()).data).toHaveLength(1);
});

test("injects failures into the named calls", async () => {
  const { stripe, sandbox } = await openShop();
  const restore = sandbox.failures.add({ mode: "down", call: "POST /v1/customers" });
  await expect(stripe.customers.create()).rejects.toBeInstanceOf(Stripe.errors.StripeConnectionError);
  expect((await stripe.customers.list()).data).toEqual([]);
  restore();
  sandbox.failures.add({ mode: "error", times: 1 });
  await expect(stripe.customers.create()).rejects.toBeInstanceOf(Stripe.errors.StripeAPIError);
  sandbox.failures.add({ mode: "slow", ms: 300, times: 1 });
  const impatient = connect(sandbox, { timeout: 100 });
  await expect(impatient.customers.create()).rejects.toBeInstanceOf(Stripe.errors.StripeConnectionError);
  expect(await stripe.customers.create()).toMatchObject({ object: "customer" });
});

test("returns 401 for a wrong API key", async () => {
  const { sandbox } = await openShop();
  const { hostname, port } = new URL(sandbox.url);
  const stranger = new Stripe("sk_test_wrong", { host: hostname, port: Number(port), protocol: "http" });
  await expect(stranger.customers.list()).rejects.toBeInstanceOf(Stripe.errors.StripeAuthenticationError);
});

test("refuses unknown calls and parameters in Stripe's error shape", async () => {
  const shop = await openShop();
  const { stripe } = shop;
  await expect(stripe.quotes.create()).rejects.toMatchObject({
    type: "StripeInvalidRequestError",
    statusCode: 404,
    message: "Unrecognized request URL (POST: /v1/quotes).",
  });
  await expect(stripe.customers.create({ next_invoice_sequence: 3 })).rejects.toMatchObject({
    statusCode: 400,
    code: "parameter_unknown",
    param: "next_invoice_sequence",
    requestId: expect.stringMatching(/^req_/),
  });
  await expect(
    stripe.rawRequest("POST", "/v1/checkout/sessions", { mode: "subscription", payment_method_types: ["card"] }),
  ).rejects.toMatchObject({ code: "parameter_unknown", param: "payment_method_types" });
  await expect(stripe.customers.retrieve("cus_nobody")).rejects.toMatchObject({
    statusCode: 404,
    code: "resource_missing",
    message: "No such customer: 'cus_nobody'",
  });
  await expect(stripe.customers.list({ expand: ["data.email"] })).resolves.toMatchObject({ data: [] });
  const { customer } = await subscribe(shop, shop.monthly);
  await expect(stripe.customers.retrieve(customer.id, { expand: ["nothing"] })).rejects.toMatchObject({
    param: "expand",
  });
  await expect(stripe.subscriptions.create({ customer: customer.id, items: [] })).rejects.toMatchObject({
    statusCode: 400,
  });
});

test("returns Stripe's card_error when a declined card is saved", async () => {
  const { stripe } = await openShop();
  const { id } = await stripe.customers.create();
  await expect(stripe.paymentMethods.attach("pm_card_chargeDeclined", { customer: id })).rejects.toMatchObject({
    type: "StripeCardError",
    statusCode: 402,
    code: "card_declined",
    decline_code: "generic_decline",
  });
});

test("returns 400 for a subscription without a card", async () => {
  const { stripe, monthly } = await openShop();
  const { id } = await stripe.customers.create();
  await expect(stripe.subscriptions.create({ customer: id, items: [{ price: monthly.id }] })).rejects.toMatchObject({
    statusCode: 400,
    code: "resource_missing",
  });
  expect((await stripe.invoices.list()).data).toEqual([]);
});

test("error_if_incomplete rolls back a subscription whose payment fails", async () => {
  const shop = await openShop();
  const customer = await shop.stripe.customers.create();
  const card = await shop.stripe.paymentMethods.attach("pm_card_chargeCustomerFail", { customer: customer.id });
  await expect(
    shop.stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: shop.monthly.id }],
      default_payment_method: card.id,
      payment_behavior: "error_if_incomplete",
    }),
  ).rejects.toMatchObject({ type: "StripeCardError" });
  expect((await shop.stripe.subscriptions.list({ status: "all" })).data).toEqual([]);
  expect((await shop.stripe.invoices.list()).data).toEqual([]);
});

test("lists are paged, newest first, and the SDK iterates over them", async () => {
  const { stripe } = await openShop();
  const made: string[] = [];
  for (let index = 0; index < 7; index++) made.push((await stripe.customers.create()).id);
  const walked: string[] = [];
  for await (const customer of stripe.customers.list({ limit: 3 })) walked.push(customer.id);
  expect(walked).toEqual(made.toReversed());
  const before = await stripe.customers.list({ limit: 2, ending_before: made[2] ?? "" });
  expect(before.data.map(({ id }) => id)).toEqual([made[4], made[3]]);
});

test("expand reaches into lists and through several objects", async () => {
  const shop = await openShop();
  const { customer } = await subscribe(shop, shop.monthly);
  const { data } = await shop.stripe.subscriptions.list({
    customer: customer.id,
    status: "all",
    expand: ["data.latest_invoice.payments.data.payment.payment_intent", "data.customer"],
  });
  expect(data[0]).toMatchObject({
    customer: { email: "member@example.com" },
    latest_invoice: { payments: { data: [{ payment: { payment_intent: { amount_received: 1650 } } }] } },
  });
});

test("a lookup key moves only with transfer_lookup_key", async () => {
  const { stripe, monthly } = await openShop();
  const again = (transfer_lookup_key: boolean) =>
    stripe.prices.create({
      product: idOf(monthly.product),
      currency: "jpy",
      unit_amount: 1800,
      recurring: { interval: "month" },
      lookup_key: "premium_month",
      transfer_lookup_key,
    });
  await expect(again(false)).rejects.toMatchObject({ param: "lookup_key" });
  const moved = await again(true);
  const { data } = await stripe.prices.list({ lookup_keys: ["premium_month", "premium_year"], active: true });
  expect(data.map(({ unit_amount }) => unit_amount)).toEqual([1800, 15_000]);
  expect(moved.unit_amount_decimal?.toString()).toBe("1800");
});

test("the API returns a webhook endpoint's secret only on creation", async () => {
  const { stripe } = await openShop();
  const made = await stripe.webhookEndpoints.create({
    url: "https://example.com/hook",
    enabled_events: ["invoice.paid"],
  });
  expect(made.secret).toMatch(/^whsec_/);
  expect((await stripe.webhookEndpoints.list()).data[0]).not.toHaveProperty("secret");
});

test("8 parallel equal calls of each of 50 clients create one customer and one charge", async () => {
  const shop = await openShop();
  await Promise.all(
    Array.from({ length: 50 }, async (_, member) => {
      const stripe = connect(shop.sandbox);
      const made = await Promise.all(
        Array.from({ length: 8 }, () =>
          stripe.customers.create({ payment_method: "pm_card_visa" }, { idempotencyKey: `customer-${member}` }),
        ),
      );
      const customer = made[0]?.id ?? "";
      const card = (await stripe.paymentMethods.list({ customer })).data[0]?.id ?? "";
      await Promise.all(
        Array.from({ length: 8 }, () =>
          stripe.subscriptions.create(
            { customer, items: [{ price: shop.monthly.id }], default_payment_method: card },
            { idempotencyKey: `subscription-${member}` },
          ),
        ),
      );
    }),
  );
  const charges = shop.sandbox.world.store.all("charge");
  expect(charges).toHaveLength(50);
  expect(new Set(charges.map(({ customer }) => customer)).size).toBe(50);
});
