import { contract } from "@manabiya/contract";
import type { CheckoutPreview } from "@manabiya/contract/billing/checkout-preview.ts";
import type { StaffCoupon } from "@manabiya/contract/staff/coupons.ts";
import type { PaidPlan, PlanChangePreview } from "@manabiya/contract/billing/subscription.ts";
import type Stripe from "stripe";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  advance,
  CARDS,
  checkout,
  deliverAll,
  endAll,
  dropAll,
  pay,
  RETURN_URLS,
  useBillingApp,
} from "../../../test/testing/billing-app.ts";
import { booksOf, customerOf, latestOf, seenAs } from "../../../test/testing/billing-state.ts";
import type { Member } from "../../../test/testing/billing-types.ts";
import { idOf } from "../provider/provider.ts";

const t = useBillingApp();
const calls = contract.subscription;

beforeEach(() => {
  t.clock.ms = Date.parse("2027-04-01T00:00:00Z");
});
afterEach(async () => {
  t.sandbox.failures.clear();
  t.errors.length = 0;
  await endAll(t);
});

let made = 0;

/** @returns the code's text */
async function codeOf(
  coupon: Stripe.CouponCreateParams,
  more: Partial<Stripe.PromotionCodeCreateParams> = {},
): Promise<Stripe.PromotionCode> {
  const { id } = await t.stripe.coupons.create(coupon);
  const code = `CODE${++made}`;
  return t.stripe.promotionCodes.create({ promotion: { type: "coupon", coupon: id }, code, ...more });
}

const preview = (member: Member, code: string, plan_type: PaidPlan = "monthly") =>
  member.call({
    method: "GET",
    url: `${contract.checkout.preview.url}?${String(new URLSearchParams({ plan_type, code }))}`,
  });
const order = (member: Member, code: string, plan_type: PaidPlan = "monthly") =>
  member.call(calls.create, { plan_type, code, ...RETURN_URLS });

async function previewed(member: Member, code: string, plan: PaidPlan = "monthly"): Promise<CheckoutPreview> {
  const answer = await preview(member, code, plan);
  expect(answer.statusCode).toBe(200);
  return answer.json<CheckoutPreview>();
}

/** Orders and pays with a code, and returns from the payment page. */
async function buy(member: Member, code: string, plan: PaidPlan = "monthly"): Promise<void> {
  const answer = await order(member, code, plan);
  expect(answer.statusCode).toBe(200);
  const { session_id } = answer.json<{ session_id: string }>();
  pay(t, session_id, CARDS.good);
  await deliverAll(t);
  const url = calls.checkSession.url.replace(":session_id", session_id);
  expect((await member.call({ method: "GET", url })).json()).toEqual({ status: "complete" });
}

/** Moves past the draft hour of the renewal at an instant. */
function renewAt(instant: string | null): void {
  t.clock.ms = Date.parse(instant ?? "") + 61 * 60_000;
  t.sandbox.clock.settle();
  dropAll(t);
}

const HALF = { percent_off: 50 } as const;

test.each([1000, -1000])(
  "a second charge is not reduced if the provider's two previews lie %i ms apart",
  async (step) => {
    const { code } = await codeOf({ percent_off: 50, duration: "once" });
    const member = await t.member();
    const start = t.clock.ms;
    let read = 0;
    Object.defineProperty(t.clock, "ms", { configurable: true, get: () => start + step * read++ });
    const figures = await previewed(member, code);
    Object.defineProperty(t.clock, "ms", { configurable: true, writable: true, value: start });
    expect(figures).toMatchObject({ charged_today: 825, next_charge: 1650 });
  },
);

describe("the previewed charges are those that follow", () => {
  test.each<[string, Stripe.CouponCreateParams, PaidPlan, number, number, string | null]>([
    ["half price once", { ...HALF, duration: "once" }, "monthly", 825, 1650, "2027-05-01"],
    [
      "half price for two months",
      { ...HALF, duration: "repeating", duration_in_months: 2 },
      "monthly",
      825,
      825,
      "2027-06-01",
    ],
    ["half price for ever", { ...HALF, duration: "forever" }, "monthly", 825, 825, null],
    ["500 yen off once", { amount_off: 500, currency: "jpy", duration: "once" }, "monthly", 1100, 1650, "2027-05-01"],
    ["a free month", { percent_off: 100, duration: "once" }, "monthly", 0, 1650, "2027-05-01"],
    ["half price once", { ...HALF, duration: "once" }, "yearly", 8250, 16_500, "2028-04-01"],
    [
      "half price for two months",
      { ...HALF, duration: "repeating", duration_in_months: 2 },
      "yearly",
      8250,
      16_500,
      "2028-04-01",
    ],
  ])("%s, %o, %s", async (_name, coupon, plan, today, next, full) => {
    const member = await t.member({ subscription_status: "trial", created_at: t.clock.daysAgo(1) });
    const { code } = await codeOf(coupon);
    const figures = await previewed(member, ` ${code.toLowerCase()} `, plan);
    expect(figures).toMatchObject({ charged_today: today, next_charge: next, credit_used: 0 });
    const { full_price_at = null, payments: reduced = null, ...first } = figures.coupon ?? {};
    expect(first).toEqual({ code, price: today, tax: Math.round(today / 11) });
    expect(full_price_at?.slice(0, 10) ?? null).toBe(full);
    expect(reduced === null).toBe(full === null);
    await buy(member, code, plan);
    renewAt(figures.next_charge_at);
    const charges = (await booksOf(t, member)).charged;
    expect(charges).toEqual([today, next].filter((amount) => amount > 0));
    if (full_price_at !== null) {
      renewAt(full_price_at);
      const paid = (await booksOf(t, member)).charged;
      expect(paid.at(-1)).toBe(figures.price);
      expect(paid).toHaveLength((reduced ?? 0) + (today > 0 ? 1 : 0));
    }
  });

  test("a credit pays first", async () => {
    const member = await t.member();
    await checkout(member, "monthly");
    const customer = await customerOf(t, member);
    await t.stripe.customers.createBalanceTransaction(customer, { amount: -1000, currency: "jpy" });
    const { code } = await codeOf({ ...HALF, duration: "once" });
    const figures = await previewed(member, code);
    expect(figures).toMatchObject({ charged_today: 0, credit_used: 825, next_charge: 1475 });
    await buy(member, code);
    renewAt(figures.next_charge_at);
    expect((await booksOf(t, member)).charged).toEqual([1475]);
  });
});

test("a code in full-width letters and another case is the same code", async () => {
  const member = await t.member();
  await codeOf({ ...HALF, duration: "once" }, { code: "HARU2027" });
  expect(await previewed(member, "ｈａｒｕ２０２７")).toMatchObject({ coupon: { code: "HARU2027" } });
});

const NOT_FOUND = "このクーポンコードは見つかりません。入力した文字を確認してください。";

describe("says at the field why a code does not count, before and at the order", () => {
  async function expectRefused(member: Member, code: string, message: string, plan: PaidPlan = "monthly") {
    for (const answer of [await preview(member, code, plan), await order(member, code, plan)]) {
      expect(answer.statusCode).toBe(400);
      expect(answer.json()).toMatchObject({ error: message, fields: { code: [message] } });
    }
  }

  test("unknown, or another customer's", async () => {
    const member = await t.member();
    await expectRefused(member, "NOSUCHCODE", NOT_FOUND);
    const other = await t.stripe.customers.create();
    const { code } = await codeOf({ ...HALF, duration: "once" }, { customer: other.id });
    await expectRefused(member, code, NOT_FOUND);
  });

  test("expired, as code and as coupon", async () => {
    const member = await t.member();
    const soon = Math.floor(t.clock.now() / 1000) + 3600;
    const code = await codeOf({ ...HALF, duration: "once" }, { expires_at: soon });
    const coupon = await codeOf({ ...HALF, duration: "once", redeem_by: soon });
    expect((await preview(member, code.code)).statusCode).toBe(200);
    advance(t, { minutes: 61 });
    for (const each of [code, coupon])
      await expectRefused(member, each.code, "このクーポンコードは、有効期限が切れています。");
  });

  test("used up, also between the preview and the order", async () => {
    const [first, second] = [await t.member(), await t.member()];
    const { code } = await codeOf({ ...HALF, duration: "once" }, { max_redemptions: 1 });
    await previewed(second, code);
    await buy(first, code);
    await expectRefused(second, code, "このクーポンコードは、ご利用できる回数の上限に達しました。");
  });

  test("switched off", async () => {
    const member = await t.member();
    const { code } = await codeOf({ ...HALF, duration: "once" }, { active: false });
    await expectRefused(member, code, "このクーポンコードは、現在ご利用いただけません。");
  });

  test("below its minimum amount, which the yearly plan reaches", async () => {
    const member = await t.member();
    const { code } = await codeOf(
      { ...HALF, duration: "once" },
      { restrictions: { minimum_amount: 5000, minimum_amount_currency: "jpy" } },
    );
    const message = "このクーポンコードは、5,000円（税抜）以上のお申し込みでご利用いただけます。";
    await expectRefused(member, code, message);
    expect(await previewed(member, code, "yearly")).toMatchObject({ charged_today: 8250 });
  });

  test("for first orders only", async () => {
    const member = await t.member();
    const { code } = await codeOf({ ...HALF, duration: "once" }, { restrictions: { first_time_transaction: true } });
    pay(t, await checkout(member, "monthly"), CARDS.good);
    await deliverAll(t);
    await member.call(calls.cancel);
    advance(t, { days: 31, minutes: 61 });
    await deliverAll(t);
    await expectRefused(member, code, "このクーポンコードは、初回のお申し込みでのみご利用いただけます。");
    const newcomer = await t.member();
    expect(await previewed(newcomer, code)).toMatchObject({ charged_today: 825 });
  });

  test("an empty one", async () => {
    const answer = await preview(await t.member(), "  ");
    expect(answer.json()).toMatchObject({ fields: { code: ["クーポンコードを入力してください。"] } });
  });
});

test("another code expires the open checkout, and the same code returns it", async () => {
  const member = await t.member();
  const [one, other] = [await codeOf({ ...HALF, duration: "once" }), await codeOf({ ...HALF, duration: "forever" })];
  const session = async (code?: string) =>
    (await member.call(calls.create, { plan_type: "monthly", ...RETURN_URLS, ...(code && { code }) })).json<{
      session_id: string;
    }>().session_id;
  const first = await session(one.code);
  expect(await session(one.code)).toBe(first);
  const second = await session(other.code);
  const third = await session();
  const statuses = [first, second, third].map((id) => t.sandbox.world.need("checkout_session", id).status);
  expect(statuses).toEqual(["expired", "expired", "open"]);
  expect(new Set([first, second, third]).size).toBe(3);
});

test.each(["down", "error", "error_after_work", "lost_answer"] as const)(
  "an order with a code survives a provider that is %s, and the code counts once",
  async (mode) => {
    const member = await t.member();
    const { code, id } = await codeOf({ ...HALF, duration: "once" });
    t.sandbox.failures.add({ mode, call: "POST /v1/checkout/sessions" });
    expect((await order(member, code)).statusCode).toBe(503);
    t.sandbox.failures.clear();
    await buy(member, code);
    expect((await booksOf(t, member)).charged).toEqual([825]);
    expect(await t.stripe.promotionCodes.retrieve(id)).toMatchObject({ times_redeemed: 1 });
  },
);

describe("a change of plan with a running discount charges as previewed", () => {
  const previewChange = async (member: Member, to: PaidPlan) =>
    (await member.call({ method: "GET", url: `${calls.previewChange.url}?new_plan=${to}` })).json<PlanChangePreview>();

  test.each<[string, Stripe.CouponCreateParams]>([
    ["for ever", { ...HALF, duration: "forever" }],
    ["that ends before the credit", { ...HALF, duration: "repeating", duration_in_months: 3 }],
  ])("yearly to monthly now, %s", async (_name, coupon) => {
    const member = await t.member();
    await buy(member, (await codeOf(coupon)).code, "yearly");
    const shown = await previewChange(member, "monthly");
    await member.call(calls.changePlan, { new_plan: "monthly", proration_date: shown.proration_date });
    renewAt(new Date(Date.parse(shown.first_due_at) - 3 * 3_600_000).toISOString());
    expect((await booksOf(t, member)).charged).toEqual([8250]);
    renewAt(shown.first_due_at);
    expect((await booksOf(t, member)).charged).toEqual([8250, shown.first_due]);
  });

  test("monthly to yearly", async () => {
    const member = await t.member();
    await buy(member, (await codeOf({ ...HALF, duration: "forever" })).code);
    const shown = await previewChange(member, "yearly");
    expect(shown).toMatchObject({ charged_today: 8250 - 825, next_charge: 8250 });
    await member.call(calls.changePlan, { new_plan: "yearly", proration_date: shown.proration_date });
    renewAt(shown.next_charge_at);
    expect((await booksOf(t, member)).charged).toEqual([825, 7425, 8250]);
  });

  test.each<[Stripe.CouponCreateParams, number, boolean]>([
    [{ ...HALF, duration: "once" }, 1650, false],
    [{ ...HALF, duration: "repeating", duration_in_months: 2 }, 825, true],
    [{ ...HALF, duration: "forever" }, 825, true],
  ])("the profile tells whether %o reduces the next charge", async (coupon, next_charge, next_charge_has_coupon) => {
    const member = await t.member();
    await buy(member, (await codeOf(coupon)).code);
    const { subscription } = (await member.call(calls.get)).json<{ subscription: object }>();
    expect(subscription).toMatchObject({ next_charge, next_charge_has_coupon });
  });

  test("at the end of the period, the discount goes on", async () => {
    const member = await t.member();
    await buy(member, (await codeOf({ ...HALF, duration: "forever" })).code, "yearly");
    const { at_period_end } = await previewChange(member, "monthly");
    expect(at_period_end).toMatchObject({ next_charge: 825, first_due: 825 });
    await member.call(contract.planSchedule.create, { new_plan: "monthly" });
    expect((await latestOf(t, member)).discounts).toHaveLength(1);
    renewAt(at_period_end?.next_charge_at ?? null);
    expect((await booksOf(t, member)).charged).toEqual([8250, 825]);
  });
});

test("returns 429 after 20 wrong codes of a member in an hour, and right ones do not count", async () => {
  const member = await t.member();
  const { code } = await codeOf({ ...HALF, duration: "once" });
  for (let time = 0; time < 20; time++) {
    t.clock.advance({ seconds: 2 });
    expect((await preview(member, `GUESS${time}`)).statusCode).toBe(400);
    if (time < 19) expect((await preview(member, code)).statusCode).toBe(200);
  }
  expect((await preview(member, code)).statusCode).toBe(429);
  expect((await order(member, code)).statusCode).toBe(429);
  expect((await member.call(calls.create, { plan_type: "monthly", ...RETURN_URLS })).statusCode).toBe(200);
  t.clock.advance({ minutes: 60 });
  expect((await preview(member, code)).statusCode).toBe(200);
});

test("staff see redemptions, running contracts and first payments by code", async () => {
  const { code, id } = await codeOf({ ...HALF, duration: "repeating", duration_in_months: 3 }, { max_redemptions: 5 });
  const [stays, leaves] = [await t.member(), await t.member()];
  for (const member of [stays, leaves]) await buy(member, code);
  await leaves.call(calls.cancel);
  advance(t, { days: 31, minutes: 61 });
  await deliverAll(t);
  const superuser = await t.member({ is_staff: true, is_superuser: true });
  const answer = await superuser.call(contract.adminCoupons.list);
  expect(answer.json<StaffCoupon[]>().find((each) => each.id === id)).toEqual({
    id,
    code,
    percent_off: 50,
    amount_off: null,
    duration: "repeating",
    duration_in_months: 3,
    is_active: true,
    expires_at: null,
    times_redeemed: 2,
    max_redemptions: 5,
    active_contracts: 1,
    first_payments: 1650,
  });
});

describe("an attacker", () => {
  test("gains nothing from a code by its id, or by the coupon's id", async () => {
    const member = await t.member();
    const { id, promotion } = await codeOf({ ...HALF, duration: "once" }, { code: "HIMITSU" });
    for (const guess of [id, idOf(promotion.coupon) ?? "", "HIMITSU%", "HIMITSU&active=true", "*"]) {
      expect((await preview(member, guess)).json()).toMatchObject({ fields: { code: [NOT_FOUND] } });
    }
  });

  test("who is not signed in learns nothing about codes", async () => {
    const { code } = await codeOf({ ...HALF, duration: "once" });
    const query = String(new URLSearchParams({ plan_type: "monthly", code }));
    const url = `${contract.checkout.preview.url}?${query}`;
    expect((await t.app.inject({ method: "GET", url })).statusCode).toBe(401);
    const staffMember = await t.member({ is_staff: true });
    expect((await staffMember.call(contract.adminCoupons.list)).statusCode).toBe(403);
  });

  test("cannot use a code for one member on two open payment pages", async () => {
    const [first, second] = [await t.member(), await t.member()];
    const { code, id } = await codeOf({ ...HALF, duration: "once" }, { max_redemptions: 1 });
    const sessions: string[] = [];
    for (const member of [first, second]) {
      sessions.push((await order(member, code)).json<{ session_id: string }>().session_id);
    }
    pay(t, sessions[0] ?? "", CARDS.good);
    expect(() => pay(t, sessions[1] ?? "", CARDS.good)).toThrow(/expired|redeemed/);
    await deliverAll(t);
    expect((await booksOf(t, second)).charged).toEqual([]);
    expect(await t.stripe.promotionCodes.retrieve(id)).toMatchObject({ times_redeemed: 1 });
    await buy(second, (await codeOf({ ...HALF, duration: "once" })).code);
    expect((await booksOf(t, second)).charged).toEqual([825]);
  });

  test("cannot begin a first order twice with a code for first orders", async () => {
    const member = await t.member();
    const { code } = await codeOf({ ...HALF, duration: "once" }, { restrictions: { first_time_transaction: true } });
    await buy(member, code);
    expect((await order(member, code)).json()).toMatchObject({ type: "already_subscribed" });
    await member.call(calls.cancel);
    advance(t, { days: 31, minutes: 61 });
    await deliverAll(t);
    expect((await order(member, code)).statusCode).toBe(400);
    // A first payment of nothing is a first order, too.
    const other = await t.member();
    const free = await codeOf(
      { percent_off: 100, duration: "once" },
      { restrictions: { first_time_transaction: true } },
    );
    await buy(other, free.code);
    await other.call(calls.cancel);
    advance(t, { days: 31, minutes: 61 });
    await deliverAll(t);
    expect((await order(other, free.code)).statusCode).toBe(400);
  });

  test("watches with a code of 100 % only after giving a card, and pays from the second period on", async () => {
    const member = await t.member();
    const { code } = await codeOf({ percent_off: 100, duration: "once" });
    const { session_id } = (await order(member, code)).json<{ session_id: string }>();
    expect(await seenAs(t, member)).toMatchObject({ watches: false });
    expect(t.sandbox.world.need("checkout_session", session_id)).toMatchObject({
      payment_method_collection: "always",
      amount_total: 0,
    });
    expect(pay(t, session_id, CARDS.declined).kind).toBe("declined");
    expect(await seenAs(t, member)).toMatchObject({ watches: false });
    pay(t, session_id, CARDS.good);
    await deliverAll(t);
    const { ends } = await seenAs(t, member);
    expect(await seenAs(t, member)).toMatchObject({ status: "active", watches: true });
    renewAt(ends);
    expect((await booksOf(t, member)).charged).toEqual([1650]);
  });

  test.each([
    [50, 8250, 8250 - 1650],
    [100, 0, 0],
  ])(
    "gets no more credit than was paid, with %d %% off the year once, by a change at once",
    async (off, paid, left) => {
      const member = await t.member();
      await buy(member, (await codeOf({ percent_off: off, duration: "once" })).code, "yearly");
      const url = `${calls.previewChange.url}?new_plan=monthly`;
      const shown = (await member.call({ method: "GET", url })).json<PlanChangePreview>();
      expect(shown).toMatchObject({ unused: paid, credit: left });
      await member.call(calls.changePlan, { new_plan: "monthly", proration_date: shown.proration_date });
      expect(-((await t.stripe.customers.retrieve(await customerOf(t, member))) as Stripe.Customer).balance || 0).toBe(
        left,
      );
    },
  );

  test("keeps no discount by 解約 or 退会: a new order starts without the old code", async () => {
    const member = await t.member();
    await buy(member, (await codeOf({ ...HALF, duration: "forever" })).code);
    await member.call(calls.cancel);
    advance(t, { days: 31, minutes: 61 });
    await deliverAll(t);
    pay(t, await checkout(member, "monthly"), CARDS.good);
    await deliverAll(t);
    expect((await booksOf(t, member)).charged).toEqual([825, 1650]);
  });
});
