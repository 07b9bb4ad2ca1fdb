import { contract } from "@manabiya/contract";
import type { PlanChangePreview } from "@manabiya/contract/billing/subscription.ts";
import type Stripe from "stripe";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { hashPassword } from "../../accounts/passwords/password.ts";
import { PASSWORD } from "../../../test/testing/account-calls.ts";
import {
  advance,
  CARDS,
  checkout,
  deliverAll,
  dropAll,
  endAll,
  pay,
  useBillingApp,
  useCard,
} from "../../../test/testing/billing-app.ts";
import { booksOf, customerOf, latestOf, seenAs } from "../../../test/testing/billing-state.ts";
import type { Member } from "../../../test/testing/billing-types.ts";
import { mailsTo } from "../../../test/testing/mails.ts";
import { createBilling } from "../provider/provider.ts";
import { reconcileHourly } from "../sync/reconcile.ts";

const t = useBillingApp();
const calls = contract.subscription;
const { create, undo } = contract.planSchedule;

beforeEach(() => {
  // Cards would expire if each test began after the year of the one before.
  t.clock.ms = Date.parse("2027-04-01T00:00:00Z");
});
afterEach(async () => {
  t.sandbox.failures.clear();
  t.errors.length = 0;
  await endAll(t);
});

async function yearly(given: Parameters<typeof t.member>[0] = {}): Promise<Member> {
  const member = await t.member(given);
  pay(t, await checkout(member, "yearly"), CARDS.good);
  await deliverAll(t);
  return member;
}

async function scheduled(given: Parameters<typeof t.member>[0] = {}): Promise<Member> {
  const member = await yearly(given);
  const answer = await schedule(member);
  expect(answer.statusCode).toBe(200);
  return member;
}

const schedule = (member: Member) => member.call(create, { new_plan: "monthly" });

async function detailsOf(member: Member) {
  const answer = await member.call(calls.get);
  return answer.json<{ subscription: { scheduled_change: object | null; next_charge: number } | null }>().subscription;
}

async function previewOf(member: Member): Promise<PlanChangePreview> {
  const url = `${calls.previewChange.url}?new_plan=monthly`;
  return (await member.call({ method: "GET", url })).json();
}

async function schedulesOf(member: Member): Promise<Stripe.SubscriptionSchedule[]> {
  const customer = await customerOf(t, member);
  return t.sandbox.world.store.all("subscription_schedule").filter((each) => each.customer === customer);
}

/** Moves to the given second of the year's end, and finalises the renewal's draft. */
async function passYear(member: Member): Promise<string> {
  const { ends } = await seenAs(t, member);
  t.clock.ms = Date.parse(ends ?? "") + 61 * 60_000;
  t.sandbox.clock.settle();
  return ends ?? "";
}

test("the change is previewed, charges nothing today, and begins when the paid year ends", async () => {
  const member = await yearly();
  const { ends } = await seenAs(t, member);
  expect((await previewOf(member)).at_period_end).toEqual({
    credit: 0,
    next_charge_at: ends,
    next_charge: 1650,
    first_due_at: ends,
    first_due: 1650,
  });
  const answer = await schedule(member);
  expect(answer.json()).toEqual({ scheduled_change: { to_plan: "monthly", changes_at: ends } });
  expect((await booksOf(t, member)).charged).toEqual([16_500]);
  expect(await seenAs(t, member)).toMatchObject({ plan: "yearly", ends, watches: true });
  expect(await detailsOf(member)).toMatchObject({
    scheduled_change: { to_plan: "monthly", changes_at: ends },
    next_charge: 1650,
  });
  await passYear(member);
  await deliverAll(t);
  expect((await booksOf(t, member)).charged).toEqual([16_500, 1650]);
  expect(await seenAs(t, member)).toMatchObject({ plan: "monthly", ends: "2028-05-01T00:00:00.000Z", watches: true });
  expect(await detailsOf(member)).toMatchObject({ scheduled_change: null });
});

test("a credit pays the first months after the change, as previewed", async () => {
  const member = await yearly();
  const customer = await customerOf(t, member);
  await t.stripe.customers.createBalanceTransaction(customer, { amount: -2000, currency: "jpy" });
  const { at_period_end } = await previewOf(member);
  expect(at_period_end).toMatchObject({ credit: 2000, next_charge: 0, first_due: 1300 });
  await schedule(member);
  const end = await passYear(member);
  expect(at_period_end?.next_charge_at).toBe(end);
  expect((await booksOf(t, member)).charged).toEqual([16_500]);
  t.clock.ms = Date.parse(at_period_end?.first_due_at ?? "") + 61 * 60_000;
  t.sandbox.clock.settle();
  dropAll(t);
  expect((await booksOf(t, member)).charged).toEqual([16_500, 1300]);
});

test("the schedule is released after the change, so the plan can be changed again", async () => {
  const member = await scheduled();
  await passYear(member);
  await deliverAll(t);
  expect((await schedulesOf(member)).map(({ status }) => status)).toEqual(["released"]);
  expect((await latestOf(t, member)).schedule).toBeNull();
  expect((await member.call(calls.changePlan, { new_plan: "yearly" })).json()).toEqual({ success: true });
  expect((await member.call(calls.cancel)).statusCode).toBe(200);
});

test("the change takes effect although all events are lost", async () => {
  const member = await scheduled();
  await passYear(member);
  dropAll(t);
  expect(await seenAs(t, member)).toMatchObject({ plan: "yearly" });
  await reconcileHourly(createBilling({ ...t.deps, log: t.deps.logger }));
  expect(await seenAs(t, member)).toMatchObject({ plan: "monthly", watches: true });
  expect((await latestOf(t, member)).schedule).toBeNull();
});

test("the mails before and after the change name the monthly plan and no credit", async () => {
  const member = await scheduled();
  const { ends } = await seenAs(t, member);
  t.clock.ms = Date.parse(ends ?? "") - 10 * 86_400_000;
  t.sandbox.clock.settle();
  await reconcileHourly(createBilling({ ...t.deps, log: t.deps.logger }));
  await passYear(member);
  await deliverAll(t);
  const mails = await mailsTo(t.db, member.email);
  expect(mails.find(({ subject }) => subject.includes("まもなく"))?.text).toMatch(/^月額プランは.*1,650円/m);
  const changed = mails.find(({ subject }) => subject.includes("プランの変更が完了しました"));
  expect(changed?.text).toContain("ご契約を月額プランに変更しました。");
  expect(changed?.text).not.toContain("残高");
});

test("it can be taken back until then, repeatedly, and the year renews", async () => {
  const member = await scheduled();
  for (let time = 0; time < 2; time++) {
    expect((await member.call(undo)).json()).toEqual({ scheduled_change: null });
  }
  expect(await detailsOf(member)).toMatchObject({ scheduled_change: null, next_charge: 16_500 });
  expect((await schedule(member)).statusCode).toBe(200);
  expect((await member.call(undo)).statusCode).toBe(200);
  await passYear(member);
  await deliverAll(t);
  expect((await booksOf(t, member)).charged).toEqual([16_500, 16_500]);
  expect(await seenAs(t, member)).toMatchObject({ plan: "yearly" });
});

test("it cannot be taken back after it took effect", async () => {
  const member = await scheduled();
  await passYear(member);
  const late = await member.call(undo);
  expect([late.statusCode, late.json().type]).toEqual([409, "change_took_effect"]);
  await deliverAll(t);
});

test("eight parallel requests make one schedule", async () => {
  const member = await yearly();
  const answers = await Promise.all(Array.from({ length: 8 }, () => schedule(member)));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 8 }, () => 200));
  expect(await schedulesOf(member)).toMatchObject([{ status: "active", phases: [{}, {}] }]);
});

describe.each(["down", "error", "error_after_work", "lost_answer"] as const)("the provider is %s", (mode) => {
  test.each(["POST /v1/subscription_schedules", "GET /v1/subscription_schedules"])(
    "a failure of %s leaves one change at most, and a retry succeeds",
    async (call) => {
      const member = await yearly();
      t.sandbox.failures.add({ mode, call });
      const broken = await schedule(member);
      t.sandbox.failures.clear();
      expect([200, 503]).toContain(broken.statusCode);
      expect((await schedule(member)).statusCode).toBe(200);
      const running = (await schedulesOf(member)).filter(({ status }) => status === "active");
      expect(running).toMatchObject([{ phases: [{}, {}] }]);
      await passYear(member);
      expect((await booksOf(t, member)).charged).toEqual([16_500, 1650]);
      dropAll(t);
    },
  );

  test("a failure while taking it back leaves it as the profile says", async () => {
    const member = await scheduled();
    t.sandbox.failures.add({ mode, call: "POST /v1/subscription_schedules" });
    const broken = await member.call(undo);
    t.sandbox.failures.clear();
    const isGone = (await latestOf(t, member)).schedule === null;
    expect(broken.statusCode).toBe(mode === "error_after_work" ? 200 : 503);
    expect(isGone).toBe(mode === "error_after_work" || mode === "lost_answer");
    expect(await detailsOf(member)).toMatchObject({ scheduled_change: isGone ? null : { to_plan: "monthly" } });
    expect((await member.call(undo)).statusCode).toBe(200);
    expect(await detailsOf(member)).toMatchObject({ scheduled_change: null });
  });
});

describe("other actions end the schedule first", () => {
  test("解約, and its undoing renews the year", async () => {
    const member = await scheduled();
    expect((await member.call(calls.cancel)).statusCode).toBe(200);
    expect(await seenAs(t, member)).toMatchObject({ plan: "yearly", cancels: true });
    const refused = await schedule(member);
    expect([refused.statusCode, refused.json().type]).toEqual([409, "cancel_scheduled"]);
    expect((await member.call(calls.undoCancel)).statusCode).toBe(200);
    expect(await detailsOf(member)).toMatchObject({ scheduled_change: null, next_charge: 16_500 });
  });

  test("an immediate change", async () => {
    const member = await scheduled();
    expect(await previewOf(member)).toMatchObject({ charged_today: 0, credit: 14_850, at_period_end: null });
    expect((await member.call(calls.changePlan, { new_plan: "monthly" })).json()).toEqual({ success: true });
    expect(await seenAs(t, member)).toMatchObject({ plan: "monthly" });
    expect((await latestOf(t, member)).schedule).toBeNull();
  });

  test("退会", async () => {
    const member = await scheduled({ password_hash: await hashPassword(PASSWORD) });
    expect((await member.call(contract.profile.remove, { password: PASSWORD })).statusCode).toBe(200);
    expect(await booksOf(t, member)).toMatchObject({ statuses: ["canceled"] });
    expect((await schedulesOf(member)).map(({ status }) => status)).toEqual(["released"]);
  });

  test("a lost dispute", async () => {
    const member = await scheduled();
    const [charge] = (await t.stripe.charges.list({ customer: await customerOf(t, member) })).data;
    const { id } = t.sandbox.simulate.dispute(charge?.id ?? "");
    t.sandbox.simulate.closeDispute(id, "lost");
    await deliverAll(t);
    expect(await seenAs(t, member)).toMatchObject({ status: "canceled", watches: false });
    expect((await schedulesOf(member)).map(({ status }) => status)).toEqual(["released"]);
  });
});

test("a schedule of the dashboard is shown, stays as it is, and gives way to the member's actions", async () => {
  const member = await yearly();
  const { schedule: none, id, items } = await latestOf(t, member);
  expect(none).toBeNull();
  const price = items.data[0]?.price.id ?? "";
  const monthly = (await t.stripe.prices.list({ lookup_keys: ["manabiya_monthly"] })).data[0]?.id ?? "";
  const made = await t.stripe.subscriptionSchedules.create({ from_subscription: id });
  const [{ start_date, end_date } = { start_date: 0, end_date: 0 }] = made.phases;
  await t.stripe.subscriptionSchedules.update(made.id, {
    phases: [
      { items: [{ price }], start_date, end_date },
      { items: [{ price: monthly }], duration: { interval: "month", interval_count: 3 }, proration_behavior: "none" },
    ],
  });
  await deliverAll(t);
  expect(await detailsOf(member)).toMatchObject({ scheduled_change: { to_plan: "monthly" } });
  const end = await passYear(member);
  await deliverAll(t);
  expect(await seenAs(t, member)).toMatchObject({ plan: "monthly", watches: true });
  expect((await latestOf(t, member)).schedule).toBe(made.id);
  expect(Date.parse(end)).toBe(end_date * 1000);
  expect(await detailsOf(member)).toMatchObject({ scheduled_change: null });
  expect((await member.call(calls.cancel)).statusCode).toBe(200);
  expect(await seenAs(t, member)).toMatchObject({ cancels: true });
});

describe("refused", () => {
  test("for the current plan, for the yearly plan, without a subscription and after a failed renewal", async () => {
    const monthly = await t.member();
    pay(t, await checkout(monthly, "monthly"), CARDS.good);
    await deliverAll(t);
    expect((await schedule(monthly)).statusCode).toBe(400);
    expect((await monthly.call(create, { new_plan: "yearly" })).json()).toMatchObject({
      fields: { new_plan: ["期間の終わりに変更できるのは、月額プランだけです。"] },
    });
    const nobody = await t.member();
    for (const call of [await schedule(nobody), await nobody.call(undo)]) {
      expect([call.statusCode, call.json().type]).toEqual([409, "no_subscription"]);
    }
    const failing = await yearly();
    await useCard(t, await customerOf(t, failing), CARDS.failsLater);
    advance(t, { days: 366, minutes: 61 });
    await deliverAll(t);
    const refused = await schedule(failing);
    expect([refused.statusCode, refused.json().type]).toEqual([409, "payment_failed"]);
  });
});
