import { ACCOUNT } from "./api/account.ts";
import Stripe from "stripe";
import { expect, test } from "vitest";
import { createSettler } from "./engine/due.ts";
import { isLive } from "./engine/subscriptions.ts";
import { answerApi } from "./http/api.ts";
import { Clock } from "./state/clock.ts";
import { Store } from "./state/store.ts";
import { World } from "./state/world.ts";
import { DAY, START } from "./testing/shop.ts";

const KEY = "sk_test_books";
const HISTORIES = 25;
const STEPS = 40;

/** Runs the SDK against the engine without a socket, which makes many histories fast. */
function openBooks() {
  const store = new Store(null);
  const clock = new Clock(store, () => START);
  const world = new World(store, () => clock.now(), {
    afterRetries: "cancel",
    cardUpdates: "subscription",
    accountId: "acct_books",
    accountName: "",
    account: ACCOUNT,
    publicUrl: "http://sandbox",
    homeUrl: null,
  });
  const settle = createSettler(world);
  const call = async (input: string | URL | Request, given?: RequestInit): Promise<Response> => {
    settle();
    const request = new Request(input, given);
    const { pathname, search } = new URL(request.url);
    const body = await request.text();
    const headers = Object.fromEntries(request.headers);
    const answer = answerApi(world, KEY, { method: request.method, url: pathname + search, headers, body });
    return new Response(answer.body, { status: answer.status, headers: answer.headers });
  };
  const stripe = new Stripe(KEY, {
    httpClient: Stripe.createFetchHttpClient(call),
    maxNetworkRetries: 0,
    telemetry: false,
  });
  const pass = (ms: number): void => {
    clock.move(ms);
    settle();
  };
  return { world, stripe, pass };
}

/** A seeded random generator from 0 to 1. */
function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

async function live(seed: number) {
  const books = openBooks();
  const { stripe, world, pass } = books;
  const roll = dice(seed);
  const one = <T>(choices: readonly T[]): T => choices[Math.floor(roll() * choices.length)] ?? (choices[0] as T);
  const product = (await stripe.products.create({ name: "p" })).id;
  const tax = (await stripe.taxRates.create({ display_name: "消費税", percentage: 10, inclusive: false })).id;
  const prices: string[] = [];
  for (const [unit_amount, interval] of [
    [1500, "month"],
    [15_000, "year"],
    [1800, "month"],
  ] as const) {
    prices.push((await stripe.prices.create({ product, currency: "jpy", unit_amount, recurring: { interval } })).id);
  }
  const customer = (await stripe.customers.create()).id;
  const card = async (): Promise<void> => {
    const bad = ["pm_card_chargeCustomerFail", "pm_card_authenticationRequired"];
    const id = roll() < 0.7 ? "pm_card_visa" : one(bad);
    const method = await stripe.paymentMethods.attach(id, { customer });
    await stripe.customers.update(customer, { invoice_settings: { default_payment_method: method.id } });
  };
  await card();
  const current = () => world.store.ofCustomer("subscription", customer).findLast(isLive);
  const steps: (() => unknown)[] = [
    card,
    () => pass(roll() * 40 * DAY),
    () => pass(roll() * 40 * DAY),
    () => pass(roll() * 3 * DAY),
    () =>
      current() === undefined
        ? stripe.subscriptions.create({ customer, items: [{ price: one(prices), tax_rates: [tax] }] })
        : stripe.subscriptions.update(current()?.id ?? "", {
            items: [{ id: current()?.items.data[0]?.id ?? "", price: one(prices) }],
            proration_behavior: "always_invoice",
            payment_behavior: one(["pending_if_incomplete", "allow_incomplete", "error_if_incomplete"]),
          }),
    () => stripe.subscriptions.update(current()?.id ?? "sub_x", { cancel_at_period_end: roll() < 0.2 }),
    () => (roll() < 0.2 ? stripe.subscriptions.cancel(current()?.id ?? "sub_x") : null),
    async () => {
      const [open] = (await stripe.invoices.list({ customer, status: "open" })).data;
      if (open !== undefined)
        await (roll() < 0.7 ? stripe.invoices.pay(open.id) : stripe.invoices.voidInvoice(open.id));
    },
  ];
  for (let step = 0; step < STEPS; step++) {
    try {
      await one(steps)();
    } catch (error) {
      // Errors in Stripe's shape are expected; any other error is a bug.
      if (!(error instanceof Stripe.errors.StripeError) || error instanceof Stripe.errors.StripeAPIError) throw error;
    }
  }
  return { world, customer };
}

test(`invoices, charges and balances agree after ${HISTORIES} random histories`, async () => {
  const seen = { renewals: 0, pending: 0, credits: 0 };
  for (let seed = 1; seed <= HISTORIES; seed++) {
    const { world, customer } = await live(seed);
    const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0);
    const invoices = world.store.ofCustomer("invoice", customer);
    const charges = world.store.ofCustomer("charge", customer).filter(({ paid }) => paid);
    const entries = world.store.ofCustomer("balance_transaction", customer);
    const { balance } = world.need("customer", customer);
    seen.pending += world.store.all("event").filter(({ type }) => type.includes("pending_update")).length;
    seen.credits += entries.filter(({ amount }) => amount < 0).length;
    seen.renewals += invoices.filter(({ billing_reason }) => billing_reason === "subscription_cycle").length;

    expect(sum(charges.map(({ amount }) => amount)), `seed ${seed}: charges`).toBe(
      sum(invoices.map(({ amount_paid }) => amount_paid)),
    );
    expect(sum(entries.map(({ amount }) => amount)), `seed ${seed}: balance`).toBe(balance);
    const owed = invoices.filter(({ status }) => status !== "void");
    expect(sum(owed.map(({ total }) => total)), `seed ${seed}: everything is paid, open, or on the balance`).toBe(
      sum(owed.map(({ amount_due }) => amount_due)) + balance,
    );
    for (const invoice of invoices) {
      expect(Number.isInteger(invoice.total)).toBe(true);
      expect(invoice.amount_remaining).toBe(invoice.status === "paid" ? 0 : invoice.amount_due);
      expect(["open", "paid", "void"]).toContain(invoice.status);
    }
    for (const subscription of world.store.ofCustomer("subscription", customer).filter(isLive)) {
      const end = subscription.items.data[0]?.current_period_end ?? 0;
      if (subscription.status !== "incomplete") expect(end).toBeGreaterThan(world.seconds());
      if (subscription.pending_update !== null)
        expect(subscription.pending_update.expires_at).toBeGreaterThan(world.seconds());
    }
  }
  // Histories without renewals, pending payments and credits would test nothing.
  expect(seen.renewals).toBeGreaterThan(HISTORIES);
  expect(seen.pending).toBeGreaterThan(5);
  expect(seen.credits).toBeGreaterThan(5);
});
