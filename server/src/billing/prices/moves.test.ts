import { contract } from "@manabiya/contract";
import { addDays, japanDay } from "@manabiya/contract/rules/japan-day.ts";
import { includingTax, type PlanPrices } from "@manabiya/contract/rules/prices.ts";
import type { PriceScreen } from "@manabiya/contract/billing/price-lists.ts";
import { afterEach, expect, test } from "vitest";
import {
  advance,
  CARDS,
  checkout,
  deliverAll,
  endAll,
  pay,
  useBillingApp,
  useCard,
} from "../../../test/testing/billing-app.ts";
import { alertsWith, booksOf, customerOf, latestOf } from "../../../test/testing/billing-state.ts";
import type { Member } from "../../../test/testing/billing-types.ts";
import { mailsTo } from "../../../test/testing/mails.ts";
import { selectRows } from "../../../test/testing/select-rows.ts";
import { staffCalls } from "../../../test/testing/staff-calls.ts";
import { markDeliverable, markUndeliverable } from "../../mail/undeliverable.ts";
import { createBilling } from "../provider/provider.ts";
import { reconcileNightly } from "../sync/reconcile.ts";

const t = useBillingApp();
const calls = contract.subscription;
const night = () => reconcileNightly(createBilling({ ...t.deps, log: t.deps.logger }));

afterEach(async () => {
  t.sandbox.failures.clear();
  t.sandbox.world.settings.afterRetries = "cancel";
  t.errors.length = 0;
  await endAll(t);
});

async function subscriber(plan: "monthly" | "yearly" = "monthly"): Promise<Member> {
  const member = await t.member();
  pay(t, await checkout(member, plan), CARDS.good);
  await deliverAll(t);
  return member;
}

/**
 * New prices from now on, and for members from so many days later. By default that is between the first and the second
 * renewal of a monthly plan.
 */
async function raise(prices: PlanPrices, days: number | null = 45): Promise<PriceScreen> {
  const me = await staffCalls(t).superuser();
  const moves_on = days === null ? null : addDays(japanDay(t.clock.now()), days);
  const answer = await me.call(contract.adminPrices.create, {}, { ...prices, starts_on: null, moves_on });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<PriceScreen>();
}

const screen = async () =>
  (await (await staffCalls(t).superuser()).get(contract.adminPrices.read.url)).json<PriceScreen>();

/** Days, with every ninth night. */
async function pass(days: number): Promise<void> {
  for (let day = 0; day < days; day += 9) {
    advance(t, { days: 9 });
    await deliverAll(t);
    await night();
  }
}

const charged = async (member: Member) => (await booksOf(t, member)).charged;

const notices = async (member: Member) =>
  (await mailsTo(t.db, member.email)).filter(({ subject }) => subject.includes("料金の改定について"));

const moveOf = async (member: Member) => (await selectRows(t.db, "price_moves", { user_id: member.id })).at(-1);

test("members are told once, pay their price until the announced renewal, and then the new one", async () => {
  const monthly = await subscriber();
  const yearly = await subscriber("yearly");
  const { revision } = (await raise({ monthly: 1980, yearly: 19_800 })).current;
  await night();
  await night();
  const [mail, ...others] = await notices(monthly);
  expect(others).toEqual([]);
  const due = (await moveOf(monthly))?.due_at ?? "";
  expect(Date.parse(due) - t.clock.now()).toBeGreaterThan(30 * 86_400_000);
  const day = new Date(due).toLocaleDateString("ja-JP", { dateStyle: "long", timeZone: "Asia/Tokyo" });
  for (const text of [
    "現在の料金：1,650円（税込）",
    "新しい料金：2,178円（税込）",
    `ご請求日：${day}`,
    "解約のお手続き",
  ]) {
    expect(mail?.text).toContain(text);
  }
  expect((await notices(yearly))[0]?.text).toContain("新しい料金：21,780円（税込）");

  await pass(36);
  expect(await charged(monthly)).toEqual([1650, 1650]);
  expect((await monthly.call(calls.get)).json()).toMatchObject({ subscription: { price: 1650, next_charge: 2178 } });
  await pass(63);
  expect(await charged(monthly)).toEqual([1650, 1650, 2178, 2178]);
  const paidAt = (await booksOf(t, monthly)).live[0]?.items.data[0]?.price.unit_amount;
  expect(paidAt).toBe(1980);
  expect(await notices(monthly)).toHaveLength(1);
  expect(await moveOf(monthly)).toMatchObject({ revision, outcome: "moved" });
  expect(await latestOf(t, monthly)).toMatchObject({ schedule: null });
  expect((await screen()).current).toMatchObject({ told: 2, moved: 1 });

  advance(t, { days: 280 });
  await deliverAll(t);
  await night();
  expect(await charged(yearly)).toEqual([16_500, 21_780]);
  expect(await moveOf(yearly)).toMatchObject({ outcome: "moved" });
});

test("a member who cancels after the notice never pays the new price, and one who takes it back pays it later", async () => {
  const leaving = await subscriber();
  const staying = await subscriber();
  const [before] = await charged(leaving);
  await raise({ monthly: 3000, yearly: 30_000 });
  await night();
  await pass(36);
  expect((await latestOf(t, leaving)).schedule).not.toBeNull();
  for (const member of [leaving, staying]) expect((await member.call(calls.cancel)).statusCode).toBe(200);
  expect((await staying.call(calls.undoCancel)).statusCode).toBe(200);
  await night();
  await pass(45);
  expect(await charged(leaving)).toEqual([before, before]);
  expect(await moveOf(leaving)).toMatchObject({ outcome: "kept" });
  expect(await charged(staying)).toEqual([before, before, 3300]);
});

test("a member who changes the plan after the notice has today's price of the other plan", async () => {
  const now = await subscriber();
  const later = await subscriber("yearly");
  await raise({ monthly: 3500, yearly: 35_000 });
  await night();
  await pass(9);
  expect((await now.call(calls.changePlan, { new_plan: "yearly" })).json()).toMatchObject({ success: true });
  await later.call(contract.planSchedule.create, { new_plan: "monthly" });
  await pass(9);
  expect(await moveOf(now)).toMatchObject({ outcome: "kept" });
  expect((await latestOf(t, now)).items.data[0]?.price.unit_amount).toBe(35_000);
  advance(t, { days: 366 });
  await deliverAll(t);
  await night();
  expect((await latestOf(t, later)).items.data[0]?.price.unit_amount).toBe(3500);
  expect(await moveOf(later)).toMatchObject({ outcome: "kept" });
});

test.each(["error_after_work", "lost_answer"] as const)(
  "after nights on which the provider is %s each member is told once, moved once and charged once",
  async (mode) => {
    const member = await subscriber();
    const [before] = await charged(member);
    const monthly = (await screen()).current.monthly + 110;
    await raise({ monthly, yearly: monthly * 10 });
    const badNight = () => night().catch(() => {});
    const over = t.sandbox.failures.add({ mode, call: "GET /v1/prices" });
    await badNight();
    over();
    expect(await notices(member)).toEqual([]);
    await night();
    advance(t, { days: 36 });
    await deliverAll(t);
    // Both calls of a schedule fail, with the SDK's own retries, on several nights.
    t.sandbox.failures.add({ mode, call: "POST /v1/subscription_schedules/", times: 3 });
    t.sandbox.failures.add({ mode, call: "POST /v1/subscription_schedules", times: 3 });
    for (let count = 0; count < 5; count++) await badNight();
    t.sandbox.failures.clear();
    await pass(36);
    expect(await notices(member)).toHaveLength(1);
    expect(await charged(member)).toEqual([before, before, includingTax(monthly)]);
  },
);

test("a member whose renewal staff planned in the dashboard is told and not moved, and staff decide", async () => {
  const member = await subscriber();
  const { id, items } = await latestOf(t, member);
  const old = items.data[0]?.price;
  const monthly = (old?.unit_amount ?? 0) + 500;
  await raise({ monthly, yearly: monthly * 10 });
  await night();
  const { id: schedule, phases } = await t.stripe.subscriptionSchedules.create({ from_subscription: id });
  const [phase] = phases;
  const plan = { items: [{ price: old?.id ?? "" }], duration: { interval: "month" as const, interval_count: 12 } };
  await t.stripe.subscriptionSchedules.update(schedule, {
    phases: [
      { items: [{ price: old?.id ?? "" }], start_date: phase?.start_date ?? 0, end_date: phase?.end_date ?? 0 },
      plan,
    ],
  });
  await pass(63);
  expect(await alertsWith(t, "user_id", member.id)).toMatchObject([{ kind: "price_not_moved", about: id }]);
  expect((await latestOf(t, member)).items.data[0]?.price.id).toBe(old?.id);
});

test("members keep the price that they were told of when a later list keeps everybody's price", async () => {
  const member = await subscriber();
  const [before] = await charged(member);
  const { current } = await raise({ monthly: 7000, yearly: 70_000 });
  await night();
  await raise({ monthly: 8000, yearly: 80_000 }, null);
  await pass(63);
  expect(await charged(member)).toEqual([before, before, includingTax(current.monthly)]);
  await pass(36);
  expect(await notices(member)).toHaveLength(1);
});

test("a member who pays the amount of a new list already is told nothing and keeps the contract", async () => {
  const { monthly } = (await screen()).current;
  const member = await subscriber();
  const { items } = await latestOf(t, member);
  await raise({ monthly: monthly + 500, yearly: (monthly + 500) * 10 }, null);
  await raise({ monthly, yearly: monthly * 10 });
  await night();
  expect(await notices(member)).toEqual([]);
  await pass(63);
  expect(await moveOf(member)).toBeUndefined();
  expect((await latestOf(t, member)).items.data[0]?.price.id).toBe(items.data[0]?.price.id);
});

test("a member whose unpaid subscription is resumed has the announced price later", async () => {
  t.sandbox.world.settings.afterRetries = "unpaid";
  const member = await subscriber();
  const { monthly } = (await screen()).current;
  await raise({ monthly: monthly + 700, yearly: (monthly + 700) * 10 });
  await night();
  const customer = await customerOf(t, member);
  await useCard(t, customer, CARDS.failsLater);
  await pass(45);
  expect(await latestOf(t, member)).toMatchObject({ status: "unpaid" });
  expect(await moveOf(member)).toMatchObject({ outcome: null });
  await useCard(t, customer, CARDS.good);
  const { data } = await t.stripe.invoices.list({ customer, status: "open" });
  for (const { id } of data) await t.stripe.invoices.pay(id);
  await deliverAll(t);
  expect(await latestOf(t, member)).toMatchObject({ status: "active" });
  await pass(72);
  expect(await moveOf(member)).toMatchObject({ outcome: "moved" });
  expect((await charged(member)).at(-1)).toBe(includingTax(monthly + 700));
});

test("a member whose address takes no mails keeps the price until the notice can be sent", async () => {
  const member = await subscriber();
  await raise({ monthly: 2480, yearly: 24_800 });
  const mark = [member.id, new Date(t.clock.now()).toISOString(), "5.1.1", member.email];
  await markUndeliverable(t.db, mark);
  await pass(99);
  const [first, ...later] = await charged(member);
  expect(later).toEqual([first, first, first]);
  expect(await moveOf(member)).toBeUndefined();
  await markDeliverable(t.db, [member.id, member.email]);
  await night();
  expect(await notices(member)).toHaveLength(1);
  expect(Date.parse((await moveOf(member))?.due_at ?? "") - t.clock.now()).toBeGreaterThan(30 * 86_400_000);
});
