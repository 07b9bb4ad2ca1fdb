import { contract } from "@manabiya/contract";
import type { InjectedFailure } from "stripe-sandbox";
import { afterEach, describe, expect, test } from "vitest";
import { CARDS, checkout, create, deliverAll, dropAll, pay, useBillingApp } from "../../test/testing/billing-app.ts";
import type { Member } from "../../test/testing/billing-types.ts";
import { booksOf, customerOf, seenAs } from "../../test/testing/billing-state.ts";
import { createBilling, openProvider } from "./provider/provider.ts";
import { reconcileHourly, reconcileNightly } from "./sync/reconcile.ts";

const t = useBillingApp();
const calls = contract.subscription;
const billing = () => createBilling({ ...t.deps, log: t.deps.logger });

afterEach(() => {
  t.sandbox.failures.clear();
  t.errors.length = 0;
});

/** Runs work while calls fail. The failure has no `times`, so the SDK's own retry fails too. */
async function during<T>(failure: Omit<InjectedFailure, "times">, work: () => Promise<T>): Promise<T> {
  const over = t.sandbox.failures.add(failure);
  const result = await work();
  over();
  return result;
}

async function subscriber(plan: "monthly" | "yearly" = "monthly"): Promise<Member> {
  const member = await t.member();
  pay(t, await checkout(member, plan), CARDS.good);
  await deliverAll(t);
  return member;
}

const KINDS = ["down", "error", "error_after_work", "lost_answer"] as const;

describe.each(KINDS)("the provider is %s", (mode) => {
  test("checkout returns 503 with a message, and works again after the outage", async () => {
    const member = await t.member();
    const answer = await during({ mode }, () => create(member, "monthly"));
    expect(answer.statusCode).toBe(503);
    expect(answer.headers["retry-after"]).toBe("5");
    expect(answer.json()).toMatchObject({
      type: "payment_unavailable",
      error: "お申し込みの手続きを始められませんでした。もう一度お試しください。",
    });
    pay(t, await checkout(member, "monthly"), CARDS.good);
    await deliverAll(t);
    expect(await booksOf(t, member)).toMatchObject({ statuses: ["active"], charged: [1650] });
    const { data } = await t.stripe.customers.list({ email: member.email });
    expect(data).toHaveLength(1);
  });

  test("a failure during checkout leaves one open session, not two", async () => {
    const member = await t.member();
    const call = "POST /v1/checkout/sessions";
    expect((await during({ mode, call }, () => create(member, "monthly"))).statusCode).toBe(503);
    const session = await checkout(member, "monthly");
    const customer = await customerOf(t, member);
    const open = await t.stripe.checkout.sessions.list({ customer, status: "open" });
    expect(open.data.map(({ id }) => id)).toEqual([session]);
  });

  test("a failure during a change of plan charges once", async () => {
    const member = await subscriber();
    const change = () => member.call(calls.changePlan, { new_plan: "yearly" });
    const broken = await during({ mode, call: "POST /v1/subscriptions" }, change);
    // An answer of 500 is followed by a look at what happened.
    if (mode === "error_after_work") expect(broken.json()).toEqual({ success: true });
    else {
      expect(broken.statusCode).toBe(503);
      expect(broken.json()).toMatchObject({ error: "プランの変更に失敗しました。もう一度お試しください。" });
    }
    const again = await change();
    // A request that took effect without an answer is not repeated.
    expect([200, 400]).toContain(again.statusCode);
    expect((await booksOf(t, member)).charged).toEqual([1650, 14_850]);
    expect(await seenAs(t, member)).toMatchObject({ status: "active", plan: "yearly", watches: true });
    await deliverAll(t);
  });

  test("a failure during a cancellation leaves a consistent state, and a retry succeeds", async () => {
    const member = await subscriber();
    const broken = await during({ mode }, () => member.call(calls.cancel));
    expect(broken.statusCode).toBe(503);
    expect(broken.json()).toMatchObject({ error: "キャンセルに失敗しました" });
    expect(await seenAs(t, member)).toMatchObject({ status: "active", watches: true });
    expect((await member.call(calls.cancel)).statusCode).toBe(200);
    expect(await seenAs(t, member)).toMatchObject({ cancels: true, watches: true });
  });
});

test("the return page returns 503 during an outage, and the hourly job syncs the payment", async () => {
  const member = await t.member();
  const session = await checkout(member, "monthly");
  pay(t, session, CARDS.good);
  dropAll(t);
  const url = calls.checkSession.url.replace(":session_id", session);
  const answer = await during({ mode: "down" }, () => member.call({ method: "GET", url }));
  expect(answer.statusCode).toBe(503);
  expect(await seenAs(t, member)).toMatchObject({ status: "inactive" });
  await during({ mode: "down" }, () => expect(reconcileHourly(billing())).rejects.toThrow());
  expect(await seenAs(t, member)).toMatchObject({ status: "inactive" });
  await reconcileHourly(billing());
  expect(await seenAs(t, member)).toMatchObject({ status: "active", watches: true });
});

describe.each([
  ["hourly", reconcileHourly],
  ["nightly", reconcileNightly],
])("the %s job", (_name, reconcile) => {
  /** Two members who paid and whose events were lost. */
  async function paidWithoutEvents(): Promise<[Member, Member]> {
    const members: [Member, Member] = [await t.member(), await t.member()];
    for (const member of members) pay(t, await checkout(member, "monthly"), CARDS.good);
    dropAll(t);
    return members;
  }

  test("syncs the other customers when one gets no answer, and fails so that it runs again", async () => {
    const [member, other] = await paidWithoutEvents();
    const call = `GET /v1/subscriptions?customer=${await customerOf(t, member)}`;
    await during({ mode: "error", call }, () =>
      expect(reconcile(billing())).rejects.toThrow("parts of a job that failed: 1"),
    );
    expect(await seenAs(t, member)).toMatchObject({ status: "inactive" });
    expect(await seenAs(t, other)).toMatchObject({ status: "active" });
    await reconcile(billing());
    expect(await seenAs(t, member)).toMatchObject({ status: "active" });
  });

  test("fails when the provider rejects the API key", async () => {
    await paidWithoutEvents();
    const stripe = openProvider({ secretKey: "sk_test_rolled", apiUrl: t.sandbox.url });
    const failed = await reconcile({ ...billing(), stripe }).catch((error: Error) => error);
    expect(failed).toMatchObject({ cause: { type: "StripeAuthenticationError" } });
    await reconcile(billing());
  });

  test("stops when it is aborted", async () => {
    const [member] = await paidWithoutEvents();
    await expect(reconcile(billing(), { signal: AbortSignal.abort() })).rejects.toThrow("aborted");
    expect(await seenAs(t, member)).toMatchObject({ status: "inactive" });
    await reconcile(billing());
    expect(await seenAs(t, member)).toMatchObject({ status: "active" });
  });
});

test("a slow provider does not exhaust the database connections", async () => {
  const members = await Promise.all(Array.from({ length: 12 }, () => t.member()));
  const slow = t.sandbox.failures.add({ mode: "slow", ms: 1500 });
  const answers = members.map((member) => create(member, "monthly"));
  const began = performance.now();
  const other = await t.member();
  for (let time = 0; time < 20; time++) {
    expect((await other.call(contract.profile.get)).statusCode).toBe(200);
  }
  expect(performance.now() - began).toBeLessThan(1500);
  slow();
  for (const answer of await Promise.all(answers)) expect(answer.statusCode).toBe(200);
});

test("returns 429 after 60 operations in an hour", async () => {
  const member = await t.member();
  const answers = [];
  for (let time = 0; time < 61; time++) answers.push((await member.call(calls.cancel)).statusCode);
  expect(answers.filter((status) => status === 429)).toHaveLength(1);
  t.clock.advance({ minutes: 61 });
  expect((await member.call(calls.cancel)).statusCode).toBe(409);
});
