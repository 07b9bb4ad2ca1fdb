import { contract } from "@manabiya/contract";
import { startStripeSandbox, type StripeSandbox } from "stripe-sandbox";
import { afterAll, beforeAll, expect, test } from "vitest";
import { alertsWith, booksOf, customerOf, customerRow, seenAs } from "../../../test/testing/billing-state.ts";
import {
  advance,
  CARDS,
  checkout,
  create,
  deliverAll,
  dropAll,
  pay,
  useBillingApp,
} from "../../../test/testing/billing-app.ts";
import type { Member } from "../../../test/testing/billing-types.ts";
import { isUsual, reconcileHourly, reconcileNightly } from "../sync/reconcile.ts";
import { syncSubscription } from "../sync/sync.ts";
import { refuseOtherAccount } from "./account.ts";
import { createBilling, openProvider } from "./provider.ts";

const t = useBillingApp();
const billing = () => createBilling({ ...t.deps, log: t.deps.logger });
let foreign: StripeSandbox;
beforeAll(async () => {
  foreign = await startStripeSandbox({ dataDir: null, now: t.clock.now });
});
afterAll(() => foreign.close());

/** The application with the key of another account. */
const misconfigured = () => {
  const stripe = openProvider({ secretKey: foreign.secretKey, apiUrl: foreign.url });
  return createBilling({ ...t.deps, stripe, log: t.deps.logger });
};

async function subscriber(): Promise<Member> {
  const member = await t.member();
  pay(t, await checkout(member, "monthly"), CARDS.good);
  await deliverAll(t);
  return member;
}

test.each([
  ["hourly", reconcileHourly],
  ["nightly", reconcileNightly],
])("the %s job with another account's key fails and cuts nobody off", async (_name, reconcile) => {
  const member = await subscriber();
  const customer = await customerOf(t, member);
  advance(t, { days: 32 });
  dropAll(t);
  await expect(reconcile(misconfigured())).rejects.toThrow("belongs to the Stripe account acct_");
  expect(await seenAs(t, member)).toMatchObject({ status: "active", watches: true });
  expect(await customerOf(t, member)).toBe(customer);
  await reconcile(billing());
  expect(await create(member, "monthly")).toMatchObject({ statusCode: 409 });
  expect((await booksOf(t, member)).charged).toEqual([1650, 1650]);
});

test("a single sync with another account's key writes nothing", async () => {
  const member = await subscriber();
  const customer = await customerOf(t, member);
  await expect(syncSubscription(misconfigured(), customer)).rejects.toMatchObject({ type: "payment_unavailable" });
  expect(await seenAs(t, member)).toMatchObject({ status: "active", watches: true });
});

test("the start refuses another account than that of the members' customers", async () => {
  await subscriber();
  await expect(refuseOtherAccount(t.db, await misconfigured().account())).rejects.toThrow(
    /STRIPE_SECRET_KEY belongs to/,
  );
  await expect(refuseOtherAccount(t.db, await billing().account())).resolves.toBeUndefined();
});

test("a customer of an earlier release is linked to the account that knows it", async () => {
  const member = await subscriber();
  const customer = await customerOf(t, member);
  await t.db.query({ text: `update stripe_customers set account = null where user_id = $1`, values: [member.id] });
  await expect(syncSubscription(misconfigured(), customer)).rejects.toMatchObject({ type: "customer_missing" });
  expect(await seenAs(t, member)).toMatchObject({ status: "active", watches: true });
  expect(await alertsWith(t, "user_id", member.id)).toMatchObject([{ kind: "customer_missing", about: customer }]);
  expect(t.errors.splice(0)).toHaveLength(1);
  await syncSubscription(billing(), customer);
  const { rows } = await t.db.query<{ account: string }>({
    text: `select account from stripe_customers where user_id = $1`,
    values: [member.id],
  });
  expect(rows).toEqual([{ account: await billing().account() }]);
  expect(rows[0]?.account).toMatch(/^acct_\w+:test$/);
  expect((await customerRow(t, member)).customer_id).toBe(customer);
});

/** Members whose contracts ended at the provider, without an event. */
async function ended(length: number): Promise<Member[]> {
  const members = await Promise.all(Array.from({ length }, subscriber));
  for (const member of members) {
    for await (const { id } of t.stripe.subscriptions.list({ customer: await customerOf(t, member) })) {
      await t.stripe.subscriptions.cancel(id);
    }
  }
  dropAll(t);
  return members;
}

test.each([
  [0, 0, true],
  [5, 5, true],
  [6, 6, false],
  [6, 599, false],
  [6, 600, true],
  [7, 600, false],
  [10, 1000, true],
  [11, 1000, false],
])("%i ends of %i customers are usual: %j", (ends, customers, expected) => {
  expect(isUsual(ends, customers)).toBe(expected);
});

test("a night that ends five members' access is usual", async () => {
  const members = await ended(5);
  await reconcileNightly(billing());
  for (const member of members) expect(await seenAs(t, member)).toMatchObject({ status: "canceled", watches: false });
  expect(await alertsWith(t, "kind", "many_ends")).toEqual([]);
});

test("a night that would end more members' access than usual ends nobody's, until the operator allows it", async () => {
  const members = await ended(6);
  await expect(reconcileNightly(billing())).rejects.toMatchObject({
    cause: { message: expect.stringContaining("6 members would lose access") },
  });
  for (const member of members) expect(await seenAs(t, member)).toMatchObject({ status: "active", watches: true });
  expect(await alertsWith(t, "kind", "many_ends")).toHaveLength(1);
  await reconcileNightly(billing(), { allowEnds: true });
  for (const member of members) expect(await seenAs(t, member)).toMatchObject({ status: "canceled", watches: false });
});

test("members who cancelled themselves are not counted among the unusual ends", async () => {
  const members = await Promise.all(Array.from({ length: 6 }, subscriber));
  for (const member of members) await member.call(contract.subscription.cancel);
  advance(t, { days: 32 });
  dropAll(t);
  await reconcileNightly(billing());
  for (const member of members) expect(await seenAs(t, member)).toMatchObject({ status: "canceled" });
});
