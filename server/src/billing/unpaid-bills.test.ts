import { contract } from "@manabiya/contract";
import type Stripe from "stripe";
import { afterEach, beforeEach, expect, test } from "vitest";
import { hashPassword } from "../accounts/passwords/password.ts";
import { PASSWORD } from "../../test/testing/account-calls.ts";
import { advance, CARDS, checkout, deliverAll, pay, useBillingApp, useCard } from "../../test/testing/billing-app.ts";
import { alertsWith, booksOf, customerOf, latestOf, seenAs } from "../../test/testing/billing-state.ts";
import type { Member } from "../../test/testing/billing-types.ts";

const t = useBillingApp();
const calls = contract.subscription;

beforeEach(() => {
  t.sandbox.world.settings.afterRetries = "unpaid";
});
afterEach(() => {
  t.sandbox.world.settings.afterRetries = "cancel";
});

/** A member whose renewal failed; after 10 more days all retries have failed. */
async function failing(given: Parameters<typeof t.member>[0] = {}): Promise<Member> {
  const member = await t.member(given);
  pay(t, await checkout(member, "monthly"), CARDS.good);
  await deliverAll(t);
  await useCard(t, await customerOf(t, member), CARDS.failsLater);
  advance(t, { days: 31, minutes: 61 });
  await deliverAll(t);
  return member;
}

async function billOf(member: Member): Promise<Stripe.Invoice> {
  const [bill] = (await t.stripe.invoices.list({ customer: await customerOf(t, member), limit: 1 })).data;
  if (!bill) throw new Error("the member has no invoice");
  return bill;
}

test("an open bill is void after the member left, so its link takes no money", async () => {
  const member = await failing({ password_hash: await hashPassword(PASSWORD) });
  const bill = await billOf(member);
  const customer = await customerOf(t, member);
  expect(bill.status).toBe("open");
  expect((await member.call(contract.profile.remove, { password: PASSWORD })).statusCode).toBe(200);
  expect(await t.stripe.invoices.retrieve(bill.id)).toMatchObject({ status: "void" });
  expect((await t.stripe.invoices.list({ customer, status: "open" })).data).toEqual([]);
});

test("an open bill is void after a lost dispute", async () => {
  const member = await failing();
  const charges = await t.stripe.charges.list({ customer: await customerOf(t, member) });
  const charge = charges.data.find(({ paid }) => paid);
  const { id } = t.sandbox.simulate.dispute(charge?.id ?? "");
  t.sandbox.simulate.closeDispute(id, "lost");
  await deliverAll(t);
  expect(await billOf(member)).toMatchObject({ status: "void" });
  expect(await seenAs(t, member)).toMatchObject({ status: "canceled", watches: false });
});

test("a new checkout ends an unpaid subscription and voids its bill first", async () => {
  const member = await failing();
  advance(t, { days: 10 });
  await deliverAll(t);
  expect(await latestOf(t, member)).toMatchObject({ status: "unpaid" });
  expect(await seenAs(t, member)).toMatchObject({ status: "inactive", watches: false });
  const bill = await billOf(member);
  pay(t, await checkout(member, "monthly"), CARDS.good);
  await deliverAll(t);
  expect(await t.stripe.invoices.retrieve(bill.id)).toMatchObject({ status: "void" });
  expect(await booksOf(t, member)).toMatchObject({ statuses: ["active", "canceled"], charged: [1650, 1650] });
});

test("a repeated checkout of a member with an unpaid bill reuses the open one", async () => {
  const member = await failing();
  advance(t, { days: 10 });
  await deliverAll(t);
  expect(await checkout(member, "monthly")).toBe(await checkout(member, "monthly"));
});

test("an old bill that is paid beside a contract that staff sold: both stay, and staff hear of it", async () => {
  const member = await failing();
  advance(t, { days: 10 });
  await deliverAll(t);
  const old = await latestOf(t, member);
  const bill = await billOf(member);
  const customer = await customerOf(t, member);
  const card = await t.stripe.paymentMethods.attach("pm_card_visa", { customer });
  const items = old.items.data.map(({ price, tax_rates }) => ({
    price: price.id,
    tax_rates: (tax_rates ?? []).map(({ id }) => id),
  }));
  // Staff sold it in the dashboard, where nothing ends the old contract.
  const newer = await t.stripe.subscriptions.create({ customer, items, default_payment_method: card.id });
  advance(t, { minutes: 5 });
  await t.stripe.invoices.pay(bill.id, { payment_method: card.id });
  await deliverAll(t);
  expect((await booksOf(t, member)).live.map(({ id }) => id).toSorted()).toEqual([old.id, newer.id].toSorted());
  expect((await booksOf(t, member)).charged).toEqual([1650, 1650, 1650]);
  expect(await alertsWith(t, "user_id", member.id)).toMatchObject([{ kind: "duplicate_subscription" }]);
  expect(await seenAs(t, member)).toMatchObject({ status: "active", watches: true });
});

test("undoing a cancellation clears a date that staff set in the dashboard", async () => {
  const member = await t.member();
  pay(t, await checkout(member, "monthly"), CARDS.good);
  await deliverAll(t);
  const { id } = await latestOf(t, member);
  await t.stripe.subscriptions.update(id, { cancel_at: Math.floor(t.clock.now() / 1000) + 10 * 86_400 });
  await deliverAll(t);
  expect(await seenAs(t, member)).toMatchObject({ cancels: true });
  expect((await member.call(calls.undoCancel)).statusCode).toBe(200);
  expect(await t.stripe.subscriptions.retrieve(id)).toMatchObject({ cancel_at: null, cancel_at_period_end: false });
  expect(await seenAs(t, member)).toMatchObject({ cancels: false });
  advance(t, { days: 32 });
  expect(await latestOf(t, member)).toMatchObject({ status: "active" });
});
