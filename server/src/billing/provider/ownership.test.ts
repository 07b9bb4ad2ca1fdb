import { contract } from "@manabiya/contract";
import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { PASSWORD } from "../../../test/testing/account-calls.ts";
import { advance, CARDS, checkout, create, deliverAll, pay, useBillingApp } from "../../../test/testing/billing-app.ts";
import { alertsWith, customerOf, latestOf, seenAs } from "../../../test/testing/billing-state.ts";
import type { Member } from "../../../test/testing/billing-types.ts";
import { mailsTo } from "../../../test/testing/mails.ts";
import { staffCalls } from "../../../test/testing/staff-calls.ts";
import { hashPassword } from "../../accounts/passwords/password.ts";
import { reconcileNightly } from "../sync/reconcile.ts";
import { createBilling, idOf } from "./provider.ts";

// The operator sells other things to the same customers of the provider, whatever this product does with its own.

const t = useBillingApp();
const billing = () => createBilling({ ...t.deps, log: t.deps.logger });
const { list, refund } = contract.adminPayments;

type Interval = "month" | "year";

/** A price of a product that is none of ours. */
async function priceOf(name: string, unit_amount: number, recurring?: { interval: Interval; interval_count?: number }) {
  const { id: product } = await t.stripe.products.create({ name });
  return (await t.stripe.prices.create({ product, currency: "jpy", unit_amount, ...(recurring && { recurring }) })).id;
}

let coaching: string;
let course: string;
let community: string;
let seminar: string;

beforeAll(async () => {
  coaching = await priceOf("コーチング", 30_000, { interval: "month" });
  course = await priceOf("講座", 90_000, { interval: "month", interval_count: 3 });
  community = await priceOf("コミュニティ", 500, { interval: "month" });
  seminar = await priceOf("研修", 110_000);
});

/** Sells everything beside our plans that the provider knows. */
async function sellBeside(customer: string): Promise<void> {
  const card = await t.stripe.paymentMethods.attach("pm_card_visa", { customer });
  for (const price of [coaching, course, community]) {
    const items = [{ price, quantity: price === community ? 2 : 1 }];
    const sold = await t.stripe.subscriptions.create({ customer, items, default_payment_method: card.id });
    if (price === community) await t.stripe.subscriptions.update(sold.id, { pause_collection: { behavior: "void" } });
    if (price === course) await t.stripe.subscriptionSchedules.create({ from_subscription: sold.id });
  }
  const bySending = { collection_method: "send_invoice", days_until_due: 30 } as const;
  await t.stripe.subscriptions.create({ customer, items: [{ price: coaching }], ...bySending });
  t.sandbox.simulate.sellOnce(customer, seminar, null);
  t.sandbox.simulate.markUncollectible(t.sandbox.simulate.sellOnce(customer, seminar, null).id);
  t.sandbox.simulate.sellOnce(customer, seminar, CARDS.good);
}

/** Everything of a customer that other shops sold. */
async function theirs(customer: string) {
  const foreign = new Set([coaching, course, community, seminar]);
  const subscriptions = (await t.stripe.subscriptions.list({ customer, status: "all", limit: 100 })).data
    .filter(({ items }) => foreign.has(items.data[0]?.price.id ?? ""))
    .map(({ id, status, items, cancel_at, schedule, pause_collection }) => {
      return { id, status, cancel_at, schedule, pause_collection, prices: items.data.map(({ price }) => price.id) };
    });
  const invoices = (await t.stripe.invoices.list({ customer, limit: 100, expand: ["data.payments"] })).data.filter(
    ({ lines }) => lines.data.every(({ pricing }) => foreign.has(idOf(pricing?.price_details?.price ?? null) ?? "")),
  );
  const intents = new Set(
    invoices.flatMap(({ payments: paid }) =>
      (paid?.data ?? []).map(({ payment }) => idOf(payment.payment_intent ?? null)),
    ),
  );
  const charges = (await t.stripe.charges.list({ customer, limit: 100 })).data
    .filter(({ payment_intent }) => intents.has(idOf(payment_intent)))
    .map(({ id, amount, amount_refunded }) => ({ id, amount, amount_refunded }));
  return { subscriptions, invoices: invoices.map(({ id, status, total }) => ({ id, status, total })), charges };
}

async function subscriber(plan: "monthly" | "yearly" = "yearly"): Promise<Member> {
  const member = await t.member({ password_hash: await hashPassword(PASSWORD) });
  pay(t, await checkout(member, plan), CARDS.good);
  await deliverAll(t);
  return member;
}

async function paymentsOf({ id }: Member) {
  const me = await staffCalls(t).superuser();
  return (await me.call(list, { id })).json<{ invoice: string; amount: number; refunded: number }[]>();
}

async function refundAll(member: Member): Promise<void> {
  const me = await staffCalls(t).superuser();
  const [payment] = await paymentsOf(member);
  const { invoice = "", amount = 0, refunded = 0 } = payment ?? {};
  const body = { invoice, amount, refunded, reason: "返金", ends_access: true, request_id: randomUUID() };
  expect((await me.call(refund, { id: member.id }, body)).statusCode).toBe(200);
}

/** The charge of our own plan. */
async function ownCharge(member: Member): Promise<string> {
  const { data } = await t.stripe.charges.list({ customer: await customerOf(t, member), limit: 100 });
  return data.find(({ amount }) => amount === 16_500)?.id ?? "";
}

async function loseDispute(charge: string): Promise<void> {
  t.sandbox.simulate.closeDispute(t.sandbox.simulate.dispute(charge).id, "lost");
  await deliverAll(t);
}

const calls = contract.subscription;

const DOORS: [string, (member: Member) => Promise<unknown>][] = [
  ["an event", () => deliverAll(t)],
  ["the nightly job", () => reconcileNightly(billing())],
  ["the profile", (member) => member.call(calls.get)],
  ["解約", (member) => member.call(calls.cancel)],
  ["a change of plan", (member) => member.call(calls.changePlan, { new_plan: "monthly" })],
  ["a later change of plan", (member) => member.call(contract.planSchedule.create, { new_plan: "monthly" })],
  ["退会", (member) => member.call(contract.profile.remove, { password: PASSWORD })],
  ["a refund that ends the contract", refundAll],
  ["a lost dispute", async (member) => loseDispute(await ownCharge(member))],
];

/** Adds the community to the contract of the member, as the dashboard can. */
async function addItem(member: Member): Promise<string> {
  const { id } = await latestOf(t, member);
  const { id: product } = await t.stripe.products.create({ name: "年額コミュニティ" });
  const recurring = { interval: "year" } as const;
  const { id: price } = await t.stripe.prices.create({ product, currency: "jpy", unit_amount: 5000, recurring });
  await t.stripe.subscriptions.update(id, { items: [{ price }], proration_behavior: "none" });
  await deliverAll(t);
  return price;
}

// First: a year goes by faster before the other tests have sold their contracts.
describe("an item that staff added to the member's contract", () => {
  const IMMEDIATE: [string, (member: Member) => Promise<unknown>][] = DOORS.filter(([name]) =>
    ["退会", "a refund that ends the contract", "a lost dispute"].includes(name),
  );
  test.each(IMMEDIATE)("goes on after %s, and ours has ended", async (_name, open) => {
    const member = await subscriber();
    const price = await addItem(member);
    expect(await seenAs(t, member)).toMatchObject({ status: "active", plan: "yearly", watches: true });
    await open(member);
    await deliverAll(t);
    await reconcileNightly(billing(), { allowEnds: true });
    const { status, items, cancel_at_period_end } = await latestOf(t, member);
    expect([status, items.data.map((item) => item.price.id), cancel_at_period_end]).toEqual(["active", [price], false]);
    expect(await seenAs(t, member)).toMatchObject({ watches: false });
    advance(t, { days: 366, minutes: 61 });
    await deliverAll(t);
    expect(await seenAs(t, member)).toMatchObject({ watches: false });
  });

  test("is named to staff at 解約, which ends the whole contract with its period", async () => {
    const member = await subscriber();
    await addItem(member);
    expect((await member.call(calls.cancel)).statusCode).toBe(200);
    expect(await alertsWith(t, "user_id", member.id)).toMatchObject([{ kind: "other_items" }]);
  });

  test("stays at a change of plan", async () => {
    const member = await subscriber();
    const price = await addItem(member);
    await member.call(contract.planSchedule.create, { new_plan: "monthly" });
    const { items } = await latestOf(t, member);
    expect(items.data.map((item) => item.price.id)).toContain(price);
  });
});

describe("what others sold to a member stays as it is", () => {
  test.each(DOORS)("after %s", async (_name, open) => {
    const member = await subscriber();
    const customer = await customerOf(t, member);
    await sellBeside(customer);
    const before = await theirs(customer);
    expect([before.subscriptions.length, before.invoices.length, before.charges.length]).toEqual([4, 7, 4]);
    await open(member);
    await deliverAll(t);
    expect(await theirs(customer)).toEqual(before);
    expect(await alertsWith(t, "user_id", member.id)).not.toContainEqual(
      expect.objectContaining({ kind: "duplicate_subscription" }),
    );
  });
});

test("a customer of another offer is no member: nothing opens, no mail is sent, and the plan can be bought", async () => {
  const member = await subscriber("monthly");
  await member.call(calls.cancel);
  advance(t, { days: 32 });
  await deliverAll(t);
  const customer = await customerOf(t, member);
  await sellBeside(customer);
  const mails = (await mailsTo(t.db, member.email)).length;
  await deliverAll(t);
  await reconcileNightly(billing());
  expect(await seenAs(t, member)).toMatchObject({ status: "canceled", watches: false });
  expect(await mailsTo(t.db, member.email)).toHaveLength(mails);
  expect((await create(member, "monthly")).statusCode).toBe(200);
});

test("receipts and payments show what we sold alone", async () => {
  const member = await subscriber();
  await sellBeside(await customerOf(t, member));
  await deliverAll(t);
  expect((await paymentsOf(member)).map(({ amount }) => amount)).toEqual([16_500]);
  const year = (await member.call(contract.receipts.list)).json<{ documents: { total: number }[] }>();
  expect(year.documents.map(({ total }) => total)).toEqual([16_500]);
});

test("a dispute of another offer's payment ends nothing and alerts nobody", async () => {
  const member = await subscriber();
  await sellBeside(await customerOf(t, member));
  const { data } = await t.stripe.charges.list({ customer: await customerOf(t, member), limit: 100 });
  await loseDispute(data.find(({ amount }) => amount === 110_000)?.id ?? "");
  expect(await seenAs(t, member)).toMatchObject({ status: "active", watches: true });
  expect(await alertsWith(t, "user_id", member.id)).toEqual([]);
});

describe("an interval that we do not sell", () => {
  test.each<[Interval, number, "monthly" | "yearly"]>([
    ["month", 6, "monthly"],
    ["year", 2, "yearly"],
  ])("of %s × %i keeps the access, can be cancelled, and staff hear of it", async (interval, interval_count, plan) => {
    const member = await subscriber();
    const subscription = await latestOf(t, member);
    const [item] = subscription.items.data;
    const product = idOf(item?.price.product ?? null) ?? "";
    const recurring = { interval, interval_count };
    const { id: price } = await t.stripe.prices.create({ product, currency: "jpy", unit_amount: 8000, recurring });
    await t.stripe.subscriptions.update(subscription.id, {
      items: [{ id: item?.id ?? "", price }],
      proration_behavior: "none",
    });
    await deliverAll(t);
    expect(await seenAs(t, member)).toMatchObject({ status: "active", plan, watches: true });
    expect(await alertsWith(t, "user_id", member.id)).toMatchObject([{ kind: "unknown_subscription" }]);
    expect((await member.call(calls.cancel)).statusCode).toBe(200);
    expect(await seenAs(t, member)).toMatchObject({ status: "active", cancels: true });
  });
});
