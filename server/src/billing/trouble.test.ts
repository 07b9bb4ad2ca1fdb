import { contract } from "@manabiya/contract";
import type { InjectedFailure } from "stripe-sandbox";
import { afterEach, describe, expect, test } from "vitest";
import {
  CARDS,
  checkout,
  create,
  deliverAll,
  dropAll,
  type Member,
  pay,
  useBillingApp,
} from "../../test/testing/billing-app.ts";
import { booksOf, customerOf, seenAs } from "../../test/testing/billing-state.ts";
import { createBilling, openProvider } from "./provider/provider.ts";
import { reconcileHourly, reconcileNightly } from "./sync/reconcile.ts";

const t = useBillingApp();
const calls = contract.subscription;
const billing = () => createBilling({ ...t.parts, log: t.parts.logger });

afterEach(() => {
  t.sandbox.failures.clear();
  t.errors.length = 0;
});

/** While the provider has trouble. `times` is more than the SDK's own second try. */
async function during<T>(fault: Omit<InjectedFailure, "times">, work: () => Promise<T>): Promise<T> {
  const over = t.sandbox.failures.add(fault);
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
  test("no checkout begins, the sentence says so, and it works again when the provider does", async () => {
    const member = await t.member();
    const answer = await during({ mode }, () => create(member, "monthly"));
    expect(answer.statusCode).toBe(503);
    expect(answer.headers["retry-after"]).toBe("5");
    expect(answer.json()).toMatchObject({
      type: "payment_unavailable",
      error: "サブスクリプションの作成に失敗しました。もう一度お試しください。",
    });
    pay(t, await checkout(member, "monthly"), CARDS.good);
    await deliverAll(t);
    expect(await booksOf(t, member)).toMatchObject({ statuses: ["active"], charged: [1650] });
    const { data } = await t.stripe.customers.list({ email: member.email });
    expect(data).toHaveLength(1);
  });

  test("while the session is made: there is one that can be paid, not two", async () => {
    const member = await t.member();
    const call = "POST /v1/checkout/sessions";
    expect((await during({ mode, call }, () => create(member, "monthly"))).statusCode).toBe(503);
    const session = await checkout(member, "monthly");
    const customer = await customerOf(t, member);
    const open = await t.stripe.checkout.sessions.list({ customer, status: "open" });
    expect(open.data.map(({ id }) => id)).toEqual([session]);
  });

  test("while the plan is changed: it is charged once", async () => {
    const member = await subscriber();
    const change = () => member.call(calls.changePlan, { new_plan: "yearly" });
    const broken = await during({ mode, call: "POST /v1/subscriptions" }, change);
    expect(broken.statusCode).toBe(503);
    expect(broken.json()).toMatchObject({ error: "プランの変更に失敗しました。もう一度お試しください。" });
    const again = await change();
    // What was done although nobody heard of it is not done again.
    expect([200, 400]).toContain(again.statusCode);
    expect((await booksOf(t, member)).charged).toEqual([1650, 14_850]);
    expect(await seenAs(t, member)).toMatchObject({ status: "active", plan: "yearly", watches: true });
    await deliverAll(t);
  });

  test("while it is canceled: canceled or not, never half, and once it is back it is", async () => {
    const member = await subscriber();
    const broken = await during({ mode }, () => member.call(calls.cancel));
    expect(broken.statusCode).toBe(503);
    expect(broken.json()).toMatchObject({ error: "キャンセルに失敗しました" });
    expect(await seenAs(t, member)).toMatchObject({ status: "active", watches: true });
    expect((await member.call(calls.cancel)).statusCode).toBe(200);
    expect(await seenAs(t, member)).toMatchObject({ cancels: true, watches: true });
  });
});

test("the return page says that it could not look, and the hour heals what nobody looked at", async () => {
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
  /** Two whose first session was paid and of whose payment no message came. */
  async function unheard(): Promise<[Member, Member]> {
    const members: [Member, Member] = [await t.member(), await t.member()];
    for (const member of members) pay(t, await checkout(member, "monthly"), CARDS.good);
    dropAll(t);
    return members;
  }

  test("looks at everybody else when the provider does not answer about one, and fails: it is done again", async () => {
    const [member, other] = await unheard();
    const call = `GET /v1/subscriptions?customer=${await customerOf(t, member)}`;
    await during({ mode: "error", call }, () =>
      expect(reconcile(billing())).rejects.toThrow("parts of a job that failed: 1"),
    );
    expect(await seenAs(t, member)).toMatchObject({ status: "inactive" });
    expect(await seenAs(t, other)).toMatchObject({ status: "active" });
    await reconcile(billing());
    expect(await seenAs(t, member)).toMatchObject({ status: "active" });
  });

  test("fails when the provider does not know our key any more", async () => {
    await unheard();
    const stripe = openProvider({ secretKey: "sk_test_rolled", apiUrl: t.sandbox.url });
    const failed = await reconcile({ ...billing(), stripe }).catch((error: Error) => error);
    expect(failed).toMatchObject({ cause: { type: "StripeAuthenticationError" } });
    await reconcile(billing());
  });

  test("looks at nobody any more when it is told to end", async () => {
    const [member] = await unheard();
    await expect(reconcile(billing(), AbortSignal.abort())).rejects.toThrow("aborted");
    expect(await seenAs(t, member)).toMatchObject({ status: "inactive" });
    await reconcile(billing());
    expect(await seenAs(t, member)).toMatchObject({ status: "active" });
  });
});

test("a provider that takes eight seconds and more does not take our database with it", async () => {
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

test("whoever presses all the time is asked to wait, and the provider is left alone", async () => {
  const member = await t.member();
  const answers = [];
  for (let time = 0; time < 61; time++) answers.push((await member.call(calls.cancel)).statusCode);
  expect(answers.filter((status) => status === 429)).toHaveLength(1);
  t.clock.advance({ minutes: 61 });
  expect((await member.call(calls.cancel)).statusCode).toBe(409);
});
