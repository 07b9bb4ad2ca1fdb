import { contract } from "@manabiya/contract";
import { addDays, japanDay } from "@manabiya/contract/rules/japan-day.ts";
import { includingTax, type PlanPrices } from "@manabiya/contract/rules/prices.ts";
import type { PriceListForm, PriceScreen } from "@manabiya/contract/billing/price-lists.ts";
import { pino } from "pino";
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import {
  advance,
  CARDS,
  checkout,
  create,
  deliverAll,
  pay,
  RETURN_URLS,
  useBillingApp,
} from "../../../test/testing/billing-app.ts";
import { alertsWith, booksOf, latestOf } from "../../../test/testing/billing-state.ts";
import type { Member } from "../../../test/testing/billing-types.ts";
import { createRandom } from "../../../test/testing/random.ts";
import { selectRows } from "../../../test/testing/select-rows.ts";
import { staffCalls } from "../../../test/testing/staff-calls.ts";
import { SITE } from "../../../test/testing/test-app.ts";
import { followSite, openLiveSite } from "../../site/live-site.ts";
import { measureDatabase } from "../../runtime/measure-database.ts";
import { createBilling } from "../provider/provider.ts";
import { reconcileNightly } from "../sync/reconcile.ts";
import { checkPrices } from "./check-prices.ts";
import { startLists } from "./start-lists.ts";

const t = useBillingApp();
const calls = contract.adminPrices;
const billing = () => createBilling({ ...t.deps, log: t.deps.logger });
let me: Awaited<ReturnType<ReturnType<typeof staffCalls>["superuser"]>>;

/** Again after the clock has passed the life of a token. */
const signIn = async () => (me = await staffCalls(t).superuser());

beforeAll(signIn);

afterEach(() => {
  t.sandbox.failures.clear();
  t.errors.length = 0;
});

const enter = (prices: PlanPrices, more: Partial<PriceListForm> = {}) =>
  me.call(calls.create, {}, { ...prices, starts_on: null, moves_on: null, ...more });

async function entered(prices: PlanPrices, more: Partial<PriceListForm> = {}): Promise<PriceScreen> {
  const response = await enter(prices, more);
  expect(response.statusCode, response.body).toBe(200);
  return response.json<PriceScreen>();
}

const screen = async () => (await me.get(calls.read.url)).json<PriceScreen>();

/** The amounts without tax that visitors see. */
async function shown(): Promise<[monthly: number | undefined, yearly: number | undefined]> {
  const prices = (await t.app.inject({ url: contract.subscription.prices.url })).json<
    { price_type: string; amount: number }[]
  >();
  const amount = (type: string) => prices.find(({ price_type }) => price_type === type)?.amount;
  return [amount("monthly"), amount("yearly")];
}

const session = (id: string) => t.stripe.checkout.sessions.retrieve(id);

async function subscriber(plan: "monthly" | "yearly" = "monthly"): Promise<Member> {
  const member = await t.member();
  pay(t, await checkout(member, plan), CARDS.good);
  await deliverAll(t);
  return member;
}

test("new prices hold at once for new members, in every process, while a member who pays keeps theirs", async () => {
  const other = await openLiveSite(t.db, SITE);
  const stop = followSite(other, pino({ level: "silent" }));
  expect(await screen()).toMatchObject({ current: { revision: 0, monthly: 1500, yearly: 15_000 }, earlier: [] });
  const { user: author } = me;
  const existing = await subscriber();
  const member = await t.member();
  const open = await checkout(member, "monthly");
  const openYear = await checkout(await t.member(), "yearly");

  const after = await entered({ monthly: 1980, yearly: 19_800 });
  expect(after).toMatchObject({
    current: { revision: 1, monthly: 1980, starts_at: t.clock.daysAgo(0), moves_at: null, is_made: true },
    next: [],
    earlier: [{ revision: 0, monthly: 1500 }],
  });
  expect(await shown()).toEqual([1980, 19_800]);
  await vi.waitFor(() => expect(other.prices.map(({ monthly }) => monthly)).toEqual([1980]), { timeout: 5_000 });
  await stop();
  expect([(await session(open)).status, (await session(openYear)).status]).toEqual(["expired", "expired"]);
  const again = await session(await checkout(member, "monthly"));
  expect(again).toMatchObject({ status: "open", amount_total: 2178 });
  pay(t, again.id, CARDS.good);
  await deliverAll(t);
  expect((await booksOf(t, member)).charged).toEqual([2178]);

  advance(t, { days: 32 });
  await signIn();
  await deliverAll(t);
  await reconcileNightly(billing());
  expect((await booksOf(t, existing)).charged).toEqual([1650, 1650]);
  expect((await existing.call(contract.subscription.get)).json()).toMatchObject({
    subscription: { plan: "monthly", price: 1650, next_charge: 1650 },
  });
  const log = (await selectRows(t.db, "audit_log")).find(({ action }) => action === "prices.create");
  expect(log).toMatchObject({ user_id: author.id, subject_id: 1, after: { monthly: 1980, yearly: 19_800 } });
});

test("prices of a later day hold from its midnight in Japan, without a job, and can be withdrawn until then", async () => {
  const [before] = await shown();
  const starts_on = addDays(japanDay(t.clock.now()), 3);
  const first = await entered({ monthly: 2500, yearly: 25_000 }, { starts_on });
  const [scheduled] = first.next;
  expect(scheduled).toMatchObject({ monthly: 2500, starts_at: new Date(`${starts_on}T00:00:00+09:00`).toISOString() });
  expect((await enter({ monthly: 2600, yearly: 26_000 })).json()).toMatchObject({ type: "price_scheduled" });
  const withdrawn = await me.call(calls.withdraw, { revision: scheduled?.revision ?? 0 });
  expect(withdrawn.json()).toMatchObject({
    next: [],
    earlier: [{ monthly: 2500, withdrawn_at: t.clock.daysAgo(0) }, {}],
  });
  expect((await me.call(calls.withdraw, { revision: scheduled?.revision ?? 0 })).statusCode).toBe(200);

  const { next } = await entered({ monthly: 2200, yearly: 22_000 }, { starts_on });
  const revision = next[0]?.revision ?? 0;
  const midnight = Date.parse(next[0]?.starts_at ?? "");
  t.clock.advance({ seconds: Math.floor((midnight - t.clock.now()) / 1000) - 1 });
  await signIn();
  const open = await checkout(await t.member(), "monthly");
  expect(await shown()).toEqual([before, 19_800]);
  t.clock.advance({ seconds: 3 });
  expect(await shown()).toEqual([2200, 22_000]);
  expect((await session(await checkout(await t.member(), "yearly"))).amount_total).toBe(24_200);
  expect((await session(open)).status).toBe("open");
  await startLists(billing());
  expect((await session(open)).status).toBe("expired");
  const late = await me.call(calls.withdraw, { revision });
  expect([late.statusCode, late.json()]).toMatchObject([409, { type: "price_started" }]);
  expect((await me.call(calls.withdraw, { revision: 99_999 })).statusCode).toBe(404);
});

describe.each(["down", "error", "error_after_work", "lost_answer"] as const)("the provider is %s", (mode) => {
  test("new prices are shown nowhere until the provider has them, and the same request finishes them", async () => {
    const before = await shown();
    const prices = { monthly: (before[0] ?? 0) + 10, yearly: (before[1] ?? 0) + 100 };
    const over = t.sandbox.failures.add({ mode, call: "POST /v1/prices" });
    const answer = await enter(prices);
    expect([answer.statusCode, answer.json()]).toMatchObject([503, { type: "payment_unavailable" }]);
    over();
    expect(await shown()).toEqual(before);
    const [unmade] = (await screen()).next;
    expect(unmade).toMatchObject({ ...prices, is_made: false });
    const { current, next } = await entered(prices);
    expect([current, next]).toMatchObject([{ ...prices, revision: unmade?.revision, is_made: true }, []]);
    expect(await shown()).toEqual([prices.monthly, prices.yearly]);
  });
});

test("an amount that stays keeps its price at the provider, and other amounts replace a list that is not made", async () => {
  const [monthly = 0] = await shown();
  const stored = (await selectRows(t.db, "price_lists")).at(-1)?.monthly_price;
  const over = t.sandbox.failures.add({ mode: "down" });
  await enter({ monthly, yearly: 20_000 });
  over();
  await entered({ monthly, yearly: 21_000 });
  const last = (await selectRows(t.db, "price_lists")).at(-1);
  expect(last).toMatchObject({ monthly_price: stored, yearly: 21_000 });
  const yearly = await t.stripe.prices.retrieve(last?.yearly_price ?? "");
  expect(yearly).toMatchObject({ unit_amount: 21_000, currency: "jpy", tax_behavior: "exclusive", active: true });
});

test("an order is refused if its confirmation showed another price, and so is a change of plan", async () => {
  const member = await t.member();
  const paying = await subscriber("monthly");
  const [monthly = 0] = await shown();
  const preview = `${contract.subscription.previewChange.url}?new_plan=yearly`;
  const { proration_date } = (await paying.call({ method: "GET", url: preview })).json<{ proration_date: number }>();
  t.clock.advance({ seconds: 5 });
  await entered({ monthly: monthly + 100, yearly: 23_000 });
  const order = (price: number) =>
    member.call(contract.subscription.create, { plan_type: "monthly", ...RETURN_URLS, price });
  const refused = await order(includingTax(monthly));
  expect([refused.statusCode, refused.json()]).toMatchObject([409, { type: "price_changed" }]);
  expect((await order(includingTax(monthly + 100))).statusCode).toBe(200);
  const change = await paying.call(contract.subscription.changePlan, { new_plan: "yearly", proration_date });
  expect([change.statusCode, change.json()]).toMatchObject([409, { type: "preview_expired" }]);
  t.clock.advance({ seconds: 5 });
  const again = (await paying.call({ method: "GET", url: preview })).json<{ proration_date: number }>();
  const changed = await paying.call(contract.subscription.changePlan, { new_plan: "yearly", ...again });
  expect(changed.json()).toMatchObject({ success: true });
  expect((await latestOf(t, paying)).items.data[0]?.price.unit_amount).toBe(23_000);
});

test("a change at the end of the period is refused if its preview showed another price", async () => {
  const paying = await subscriber("yearly");
  const preview = `${contract.subscription.previewChange.url}?new_plan=monthly`;
  const previewed = async () => (await paying.call({ method: "GET", url: preview })).json<{ proration_date: number }>();
  const schedule = ({ proration_date }: { proration_date: number }) =>
    paying.call(contract.planSchedule.create, { new_plan: "monthly", proration_date });
  const before = await previewed();
  t.clock.advance({ seconds: 5 });
  await entered({ monthly: 2750, yearly: 26_000 });
  const refused = await schedule(before);
  expect([refused.statusCode, refused.json()]).toMatchObject([409, { type: "preview_expired" }]);
  expect((await latestOf(t, paying)).schedule).toBeNull();
  t.clock.advance({ seconds: 5 });
  expect((await schedule(await previewed())).statusCode).toBe(200);
});

test("whenever prices change beside checkouts, each member pays what the page showed, and no older page stays open", async () => {
  const random = createRandom(Number(process.env["SEED"] ?? Date.now() % 1_000_000));
  for (let round = 0; round < 5; round++) {
    const [monthly = 0, yearly = 0] = await shown();
    const members = await Promise.all(Array.from({ length: 6 }, () => t.member()));
    const paid: { member: Member; total: number }[] = [];
    const buy = async (member: Member) => {
      const answer = await create(member, random.chance(0.5) ? "monthly" : "yearly");
      if (answer.statusCode === 409) return expect(answer.json()).toMatchObject({ type: "price_changed" });
      const page = answer.json<{ session_id: string }>().session_id;
      // Without a pause, because the page may expire before it is paid.
      const { id, status, amount_total } = t.sandbox.world.need("checkout_session", page);
      if (status !== "open" || random.chance(0.5)) return;
      pay(t, id, CARDS.good);
      paid.push({ member, total: amount_total ?? 0 });
    };
    const change = entered({ monthly: monthly + 10, yearly: yearly + 50 });
    await Promise.all([...members.map(buy), change]);
    await startLists(billing());
    await deliverAll(t);
    const totals = [monthly + 10, yearly + 50].map((amount) => includingTax(amount));
    for await (const { metadata, amount_total } of t.stripe.checkout.sessions.list({ status: "open" })) {
      expect(totals, JSON.stringify(metadata)).toContain(amount_total);
    }
    for (const { member, total } of paid) expect((await booksOf(t, member)).charged).toEqual([total]);
    t.clock.advance({ seconds: 1 });
  }
});

test("a price that differs at the provider is an alert of the day and a figure, at night and at a start", async () => {
  expect(await checkPrices(billing())).toBe(0);
  const [last] = (await selectRows(t.db, "price_lists")).slice(-1);
  const id = last?.monthly_price ?? "";
  const figure = measureDatabase(t.db, t.clock.now, pino({ level: "silent" }));
  expect(await figure()).toContain("manabiya_prices_differ 0\n");
  await t.stripe.prices.update(id, { active: false });
  await reconcileNightly(billing());
  expect(await checkPrices(billing())).toBe(1);
  expect(await alertsWith(t, "kind", "prices_differ")).toMatchObject([{ about: `${id}:${japanDay(t.clock.now())}` }]);
  expect(await figure()).toContain("manabiya_prices_differ 1\n");
  const { rows } = await t.db.query<{ message: string }>({ text: "select message from staff_alerts order by id desc" });
  expect(rows[0]?.message).toMatch(
    /^月額プランの料金が、画面とStripeで異なります。画面：[\d,]+円（税抜）。Stripe：price_.*、無効。/,
  );
  // The same amounts again make a price that can be sold.
  await entered({ monthly: last?.monthly ?? 0, yearly: last?.yearly ?? 0 });
  expect(await checkPrices(billing())).toBe(0);
  // A key of another account knows none of the prices.
  await t.db.query({
    text: "update price_lists set yearly_price = 'price_unknown' where revision = (select max(revision) from price_lists)",
  });
  expect(await checkPrices(billing())).toBe(1);
  expect((await alertsWith(t, "kind", "prices_differ")).at(-1)).toMatchObject({
    about: expect.stringContaining("price_unknown"),
  });
});

test.each([
  [{ monthly: 1500.5 }, "monthly"],
  [{ monthly: 100_001 }, "monthly"],
  [{ yearly: 1_000_001 }, "yearly"],
  [{ monthly: 1000, yearly: 12_000 }, "yearly"],
  [{ monthly: "<script>" }, "monthly"],
  [{ starts_on: "2026-01-01" }, "starts_on"],
  [{ starts_on: "2026-13-01" }, "starts_on"],
  [{ moves_on: "2026-02-01" }, "moves_on"],
])("refuses %j at its field", async (wrong, field) => {
  const before = await selectRows(t.db, "price_lists");
  const answer = await me.call(
    calls.create,
    {},
    { monthly: 1500, yearly: 15_000, starts_on: null, moves_on: null, ...wrong },
  );
  expect([answer.statusCode, Object.keys(answer.json<{ fields: object }>().fields)]).toEqual([400, [field]]);
  expect(await selectRows(t.db, "price_lists")).toEqual(before);
});

test("a screen that saw other lists is refused with the present ones", async () => {
  const { revision } = await screen();
  const answer = await me.call(
    calls.create,
    {},
    { ...{ monthly: 1500, yearly: 15_000, starts_on: null, moves_on: null }, revision: revision - 1 },
  );
  expect([answer.statusCode, answer.json()]).toMatchObject([409, { type: "conflict", current: { revision } }]);
});
