import { contract } from "@manabiya/contract";
import { afterEach, expect, test } from "vitest";
import {
  advance,
  CARDS,
  checkout,
  deliverAll,
  dropAll,
  endAll,
  pay,
  payInvoice,
  useBillingApp,
  useCard,
} from "../../../test/testing/billing-app.ts";
import type { Member } from "../../../test/testing/billing-types.ts";
import { alertsWith, booksOf, customerOf, latestOf, seenAs, subjectsTo } from "../../../test/testing/billing-state.ts";
import { idOf } from "../provider/provider.ts";
import { createBilling } from "../provider/provider.ts";
import { reconcileHourly, reconcileNightly } from "../sync/reconcile.ts";

const t = useBillingApp();
const calls = contract.subscription;
const billing = () => createBilling({ ...t.deps, log: t.deps.logger });

afterEach(() => endAll(t));

async function subscriber(plan: "monthly" | "yearly" = "monthly"): Promise<Member> {
  const member = await t.member();
  pay(t, await checkout(member, plan), CARDS.good);
  await deliverAll(t);
  return member;
}

/** A member with a failed renewal. */
async function failing(): Promise<Member> {
  const member = await subscriber();
  await useCard(t, await customerOf(t, member), CARDS.failsLater);
  advance(t, { days: 31, minutes: 61 });
  await deliverAll(t);
  return member;
}

test("renews a monthly subscription and charges it", async () => {
  const member = await subscriber();
  advance(t, { days: 31, minutes: 61 });
  await deliverAll(t);
  expect((await booksOf(t, member)).charged).toEqual([1650, 1650]);
  expect(await seenAs(t, member)).toMatchObject({ status: "active", watches: true });
  expect(await subjectsTo(t, member)).toEqual(["月額プランのお申し込みが完了しました", "お支払いが完了しました"]);
});

test("a failed renewal sends one email, and the member keeps access during the retries", async () => {
  const member = await failing();
  expect((await latestOf(t, member)).status).toBe("past_due");
  expect(await seenAs(t, member)).toMatchObject({ status: "active", watches: true });
  expect((await member.call(calls.get)).json()).toMatchObject({
    subscription: {
      failed_payment: { amount: 1650, url: expect.stringMatching(/^http/), retry_at: expect.stringMatching(/Z$/) },
    },
  });
  advance(t, { days: 2 });
  await deliverAll(t);
  expect(await subjectsTo(t, member)).toEqual([
    "月額プランのお申し込みが完了しました",
    "お支払いを確認できませんでした",
  ]);
});

test("paying with another card ends the failed renewal", async () => {
  const member = await failing();
  await payInvoice(t, member, CARDS.good);
  await deliverAll(t);
  expect((await latestOf(t, member)).status).toBe("active");
  expect(await seenAs(t, member)).toMatchObject({ status: "active", watches: true });
  expect((await booksOf(t, member)).charged).toEqual([1650, 1650]);
  expect((await member.call(calls.get)).json()).toMatchObject({ subscription: { failed_payment: null } });
});

test("the next retry charges a card that was replaced before it", async () => {
  const member = await failing();
  await useCard(t, await customerOf(t, member), CARDS.good);
  advance(t, { days: 2 });
  await deliverAll(t);
  expect(await booksOf(t, member)).toMatchObject({ statuses: ["active"], charged: [1650, 1650] });
});

test("the subscription ends when every retry has failed", async () => {
  const member = await failing();
  advance(t, { days: 14 });
  await deliverAll(t);
  expect((await latestOf(t, member)).status).toBe("canceled");
  expect(await seenAs(t, member)).toMatchObject({ status: "canceled", cancels: false, watches: false });
  expect((await booksOf(t, member)).charged).toEqual([1650]);
  expect((await subjectsTo(t, member)).at(-1)).toBe("ご契約が終了しました");
});

test("cancelling with an unpaid renewal ends at once and voids the invoice", async () => {
  const member = await failing();
  expect((await member.call(calls.cancel)).statusCode).toBe(200);
  expect(await seenAs(t, member)).toMatchObject({ status: "canceled", watches: false });
  const [invoice] = (await t.stripe.invoices.list({ customer: await customerOf(t, member), limit: 1 })).data;
  expect(invoice?.status).toBe("void");
  await deliverAll(t);
  expect((await booksOf(t, member)).charged).toEqual([1650]);
});

test("refuses a change of plan while a renewal is unpaid", async () => {
  const member = await failing();
  const response = await member.call(calls.changePlan, { new_plan: "yearly" });
  expect(response.statusCode).toBe(409);
  expect(response.json()).toMatchObject({ type: "payment_failed" });
});

test("the hourly job catches up on lost events", async () => {
  const member = await subscriber();
  await member.call(calls.cancel);
  advance(t, { days: 32 });
  dropAll(t);
  await reconcileHourly(billing());
  expect(await seenAs(t, member)).toMatchObject({ status: "canceled", watches: false });
});

test("the nightly job finds changes without events", async () => {
  const member = await subscriber();
  await t.stripe.subscriptions.cancel((await latestOf(t, member)).id);
  dropAll(t);
  expect(await seenAs(t, member)).toMatchObject({ status: "active" });
  await reconcileNightly(billing());
  expect(await seenAs(t, member)).toMatchObject({ status: "canceled", watches: false });
});

test("sends one reminder with the amount two weeks before a yearly renewal, and none after a cancellation", async () => {
  const member = await subscriber("yearly");
  const leaving = await subscriber("yearly");
  await leaving.call(calls.cancel);
  advance(t, { days: 350 });
  await reconcileHourly(billing());
  expect(await subjectsTo(t, member)).toEqual(["年額プランのお申し込みが完了しました"]);
  advance(t, { days: 2 });
  for (let hour = 0; hour < 3; hour++) {
    advance(t, { minutes: 60 });
    await reconcileHourly(billing());
  }
  expect(await subjectsTo(t, member)).toEqual(["年額プランのお申し込みが完了しました", "まもなくご契約が更新されます"]);
  expect(await subjectsTo(t, leaving)).toEqual([
    "年額プランのお申し込みが完了しました",
    "解約のお手続きが完了しました",
  ]);
});

test("a reminder that the provider refuses does not stop the others", async () => {
  const ended = await subscriber("yearly");
  const others = [await subscriber("yearly"), await subscriber("yearly")];
  await reconcileHourly(billing());
  await t.stripe.subscriptions.cancel((await latestOf(t, ended)).id);
  dropAll(t);
  advance(t, { days: 352 });
  await reconcileHourly(billing());
  for (const member of others) {
    expect(await subjectsTo(t, member)).toEqual([
      "年額プランのお申し込みが完了しました",
      "まもなくご契約が更新されます",
    ]);
  }
  expect(await subjectsTo(t, ended)).toEqual(["年額プランのお申し込みが完了しました"]);
});

test("deleting the customer at the provider ends access, and a new checkout creates another customer", async () => {
  const member = await subscriber();
  const before = await customerOf(t, member);
  await t.stripe.customers.del(before);
  await deliverAll(t);
  expect(await seenAs(t, member)).toMatchObject({ status: "canceled", watches: false });
  await expect(customerOf(t, member)).rejects.toThrow("no customer");
  expect((await t.stripe.subscriptions.list({ customer: before })).data).toEqual([]);
  pay(t, await checkout(member, "monthly"), CARDS.good);
  await deliverAll(t);
  expect(await customerOf(t, member)).not.toBe(before);
  expect(await seenAs(t, member)).toMatchObject({ status: "active", watches: true });
  expect(await booksOf(t, member)).toMatchObject({ statuses: ["active"], charged: [1650] });
});

test("begins a checkout after the customer was deleted without an event", async () => {
  const member = await subscriber();
  await t.stripe.customers.del(await customerOf(t, member));
  dropAll(t);
  pay(t, await checkout(member, "monthly"), CARDS.good);
  await deliverAll(t);
  expect(await seenAs(t, member)).toMatchObject({ status: "active", watches: true });
});

const chargeOf = async (member: Member) => {
  const { data } = await t.stripe.charges.list({ customer: await customerOf(t, member), limit: 1 });
  return data[0]?.id ?? "";
};

test("a refund alone does not end the subscription", async () => {
  const member = await subscriber();
  await t.stripe.refunds.create({ charge: await chargeOf(member) });
  await deliverAll(t);
  expect(await seenAs(t, member)).toMatchObject({ status: "active", watches: true });
});

test("a dispute alerts staff, and a lost dispute ends access", async () => {
  const member = await subscriber();
  const { id } = t.sandbox.simulate.dispute(await chargeOf(member));
  await deliverAll(t);
  expect(await seenAs(t, member)).toMatchObject({ status: "active", watches: true });
  t.sandbox.simulate.closeDispute(id, "lost");
  await deliverAll(t);
  expect(await seenAs(t, member)).toMatchObject({ status: "canceled", watches: false });
  const alerts = await alertsWith(t, "kind", "dispute");
  expect(alerts.map(({ about }) => about)).toEqual([id, `${id}:lost`]);
});

test("the nightly job handles a dispute without an event once, and a later subscription stays", async () => {
  const member = await subscriber();
  const charge = await chargeOf(member);
  const runNightlyJob = () => reconcileNightly(billing());
  const { id } = t.sandbox.simulate.dispute(charge);
  dropAll(t);
  await runNightlyJob();
  await runNightlyJob();
  const alerts = () => alertsWith(t, "user_id", member.id);
  expect(await alerts()).toMatchObject([{ kind: "dispute", about: id, amount: 1650 }]);
  t.sandbox.simulate.closeDispute(id, "lost");
  dropAll(t);
  await runNightlyJob();
  expect(await seenAs(t, member)).toMatchObject({ status: "canceled", watches: false });
  expect((await alerts()).map(({ about }) => about)).toEqual([id, `${id}:lost`]);
  pay(t, await checkout(member, "monthly"), CARDS.good);
  await deliverAll(t);
  await runNightlyJob();
  expect(await seenAs(t, member)).toMatchObject({ status: "active", watches: true });
  expect(await alerts()).toHaveLength(2);
});

/** A member with a second subscription that was created at the provider. */
/** @param minutes between both; each is sold by our checkout, or `byStaff` */
async function twice({ minutes = 5, byStaff = false } = {}) {
  const member = await subscriber();
  const customer = await customerOf(t, member);
  const older = await latestOf(t, member);
  advance(t, { minutes });
  const newer = await t.stripe.subscriptions.create({
    customer,
    ...(!byStaff && { metadata: older.metadata }),
    items: older.items.data.map(({ price, tax_rates }) => ({
      price: price.id,
      tax_rates: (tax_rates ?? []).map(({ id }) => id),
    })),
    default_payment_method: idOf(older.default_payment_method) ?? "",
  });
  await deliverAll(t);
  return { member, older, newer };
}

test("of two live subscriptions the newer is ended and refunded, with one staff alert", async () => {
  const { member, older, newer } = await twice();
  await deliverAll(t);
  const { live, charged } = await booksOf(t, member);
  expect(live.map(({ id }) => id)).toEqual([older.id]);
  expect(charged).toEqual([1650, 0]);
  expect(await seenAs(t, member)).toMatchObject({ status: "active", watches: true });
  const alerts = await alertsWith(t, "about", newer.id);
  expect(alerts).toMatchObject([{ kind: "duplicate_subscription", user_id: member.id }]);
});

test.each([
  ["sold by staff", { byStaff: true }],
  ["more than a day later", { minutes: 24 * 60 + 1 }],
])("a second subscription %s stays, and staff hear of it once", async (_name, given) => {
  const { member, older, newer } = await twice(given);
  await deliverAll(t);
  const { live, charged } = await booksOf(t, member);
  expect(live.map(({ id }) => id).toSorted()).toEqual([older.id, newer.id].toSorted());
  expect(charged).toEqual([1650, 1650]);
  expect(await alertsWith(t, "about", newer.id)).toMatchObject([{ kind: "duplicate_subscription" }]);
});

test("after a duplicate the member's end is that of the older subscription", async () => {
  const { member, older } = await twice();
  expect(await seenAs(t, member)).toMatchObject({ status: "active" });
  advance(t, { days: 10 });
  await t.stripe.subscriptions.cancel(older.id);
  await deliverAll(t);
  const ends = new Date(Math.floor(t.clock.now() / 1000) * 1000).toISOString();
  expect(await seenAs(t, member)).toMatchObject({ status: "canceled", ends, watches: false });
});

test.each([
  ["unpaid", "inactive"],
  ["paused", "inactive"],
  ["something_new", "inactive"],
] as const)("a subscription that is %s gives no access", async (status, seen) => {
  const member = await subscriber();
  const subscription = await latestOf(t, member);
  const { world } = t.sandbox;
  const before = world.need("subscription", subscription.id);
  world.transact(null, () => {
    world.emit("customer.subscription.updated", world.store.put("subscription", { ...before, status }));
  });
  await deliverAll(t);
  expect(await seenAs(t, member)).toMatchObject({ status: seen, plan: "none", watches: false });
  const alerts = await alertsWith(t, "about", subscription.id);
  expect(alerts).toHaveLength(status === "something_new" ? 1 : 0);
});
