import { contract } from "@manabiya/contract";
import type { StaffCoupon } from "@manabiya/contract/staff/coupons.ts";
import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, expect, test } from "vitest";
import { CARDS, checkout, endAll, pay, RETURN_URLS, useBillingApp } from "../../../test/testing/billing-app.ts";
import { selectRows } from "../../../test/testing/select-rows.ts";
import { staffCalls } from "../../../test/testing/staff-calls.ts";

const t = useBillingApp();
const { withRights } = staffCalls(t);
const { create, end, list } = contract.adminCoupons;

beforeEach(() => {
  t.clock.ms = Date.parse("2027-04-01T00:00:00Z");
});
afterEach(async () => {
  t.sandbox.failures.clear();
  t.errors.length = 0;
  await endAll(t);
});

let made = 0;
const form = (given: object = {}) => ({
  name: "春の割引",
  code: `MADE${++made}`,
  unit: "percent",
  off: 50,
  duration: "once",
  months: null,
  max_redemptions: null,
  first_time: false,
  until: null,
  request_id: randomUUID(),
  ...given,
});
const cashier = () => withRights({ may_see_money: true });
const preview = async (code: string, plan_type = "monthly") =>
  (await t.member({})).call({
    method: "GET",
    url: `${contract.checkout.preview.url}?${String(new URLSearchParams({ plan_type, code }))}`,
  });
const logOf = async (code: string) =>
  (await selectRows(t.db, "audit_log", { subject: "coupon" })).filter(({ after }) => after?.["code"] === code);
const codesOf = (code: string) => t.stripe.promotionCodes.list({ code });

test("makes a coupon at the provider as entered, which a member then uses", async () => {
  const me = await cashier();
  const body = form({
    off: 500,
    unit: "yen",
    duration: "repeating",
    months: 3,
    max_redemptions: 10,
    until: "2027-04-30",
  });
  const answer = await me.call(create, {}, body);
  expect(answer.statusCode).toBe(200);
  expect(answer.json<StaffCoupon[]>()[0]).toMatchObject({
    code: body.code,
    percent_off: null,
    amount_off: 500,
    duration: "repeating",
    duration_in_months: 3,
    is_active: true,
    // The first instant after the last day in Japan.
    expires_at: "2027-04-30T15:00:00.000Z",
    max_redemptions: 10,
    times_redeemed: 0,
  });
  const member = await t.member({});
  const order = await member.call(contract.subscription.create, {
    plan_type: "monthly",
    code: body.code.toLowerCase(),
    ...RETURN_URLS,
  });
  const { session_id } = order.json<{ session_id: string }>();
  pay(t, session_id, CARDS.good);
  await member.call({ method: "GET", url: contract.subscription.checkSession.url.replace(":session_id", session_id) });
  const [listed] = (await me.call(list, {})).json<StaffCoupon[]>();
  expect(listed).toMatchObject({ times_redeemed: 1, active_contracts: 1, first_payments: 1100 });
  expect(await logOf(body.code)).toMatchObject([{ action: "coupon.create", after: { off: 500 } }]);
});

test("makes one coupon of a request that is repeated, in parallel or after a lost answer", async () => {
  const me = await cashier();
  const body = form();
  const answers = await Promise.all([1, 2, 3].map(() => me.call(create, {}, body)));
  expect(answers.map(({ statusCode }) => statusCode).filter((status) => status !== 200 && status !== 503)).toEqual([]);
  expect((await me.call(create, {}, body)).statusCode).toBe(200);
  expect((await codesOf(body.code)).data).toHaveLength(1);
  expect(await logOf(body.code)).toHaveLength(1);
});

test.each(["lost_answer", "error_after_work", "error"] as const)(
  "makes one coupon although the provider's answer was: %s",
  async (mode) => {
    for (const call of ["POST /v1/coupons", "POST /v1/promotion_codes"]) {
      const me = await cashier();
      const body = form();
      // The SDK repeats a call once by itself.
      t.sandbox.failures.add({ mode, call, times: 2 });
      await me.call(create, {}, body);
      t.sandbox.failures.clear();
      expect((await me.call(create, {}, body)).statusCode, call).toBe(200);
      expect((await codesOf(body.code)).data, call).toHaveLength(1);
      expect(await logOf(body.code), call).toHaveLength(1);
    }
  },
);

test.each([
  ["percent above 100", { off: 101 }, "off", "割引率は、1〜100の整数で入力してください。"],
  ["no percent", { off: 0 }, "off", "割引は、1〜1,000,000の整数で入力してください。"],
  ["months above 36", { duration: "repeating", months: 37 }, "months", "割引の月数は、1〜36の整数で入力してください。"],
  ["no months", { duration: "repeating" }, "months", "割引の月数を入力してください。"],
  [
    "letters that Stripe refuses",
    { code: "春50" },
    "code",
    "コードは、半角の英字・数字・ハイフンだけで入力してください。",
  ],
  ["a day that has passed", { until: "2027-03-31" }, "until", "今日以降の日を選択してください。"],
  ["99 percent, which leaves 17 yen", { off: 99 }, "off", /お支払い額が17円（税込）になるプランがあります。/],
  ["1,480 yen, which leaves 22 yen", { unit: "yen", off: 1480 }, "off", /22円（税込）/],
])("refuses %s at its field", async (_, given, field, message) => {
  const body = form(given);
  const answer = await (await cashier()).call(create, {}, body);
  expect(answer.statusCode).toBe(400);
  expect(answer.json<{ fields: Record<string, string[]> }>().fields[field]?.[0]).toMatch(message);
  expect((await codesOf(form(given).code)).data).toEqual([]);
});

test("makes codes that leave 50 yen or nothing, and one whose last day is today", async () => {
  const me = await cashier();
  for (const given of [{ off: 100 }, { unit: "yen", off: 1454 }, { until: "2027-04-01" }]) {
    expect((await me.call(create, {}, form(given))).statusCode).toBe(200);
  }
});

test("refuses a code that exists, whatever its case, and takes it again after its end", async () => {
  const me = await cashier();
  const body = form();
  const [first] = (await me.call(create, {}, body)).json<StaffCoupon[]>();
  const again = { ...body, code: body.code.toLowerCase(), request_id: randomUUID() };
  const answer = await me.call(create, {}, again);
  expect(answer.statusCode).toBe(400);
  expect(answer.json()).toMatchObject({
    fields: { code: ["このコードは、すでに使われています。別のコードを入力してください。"] },
  });
  await me.call(end, { id: first?.id ?? "" });
  expect((await me.call(create, {}, again)).statusCode).toBe(200);
});

test("ends a code once in the log, and running contracts keep their discount", async () => {
  const me = await cashier();
  const body = form({ duration: "forever" });
  const [made] = (await me.call(create, {}, body)).json<StaffCoupon[]>();
  const member = await t.member({});
  const order = { plan_type: "monthly", code: body.code, ...RETURN_URLS };
  const { session_id } = (await member.call(contract.subscription.create, order)).json<{ session_id: string }>();
  pay(t, session_id, CARDS.good);
  const answers = await Promise.all([1, 2].map(() => me.call(end, { id: made?.id ?? "" })));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  expect(answers[0]?.json<StaffCoupon[]>()[0]).toMatchObject({ code: body.code, is_active: false });
  expect((await logOf(body.code)).map(({ action }) => action)).toEqual(["coupon.create", "coupon.end"]);
  expect((await preview(body.code)).json()).toMatchObject({
    fields: { code: [expect.stringContaining("ご利用いただけません")] },
  });
  const details = (await member.call(contract.subscription.get)).json<{ subscription: { next_charge: number } }>();
  expect(details.subscription.next_charge).toBe(825);
  expect((await me.call(end, { id: "promo_unknown" })).statusCode).toBe(404);
});

test("says no more than it knows when the answer to an end was lost, and pressing again ends it once", async () => {
  const me = await cashier();
  const body = form();
  const [made] = (await me.call(create, {}, body)).json<StaffCoupon[]>();
  t.sandbox.failures.add({ mode: "lost_answer", call: "POST /v1/promotion_codes/", times: 2 });
  const answer = await me.call(end, { id: made?.id ?? "" });
  expect(answer.statusCode).toBe(503);
  expect(answer.json()).toMatchObject({
    message: "クーポンを終了できたか確認できませんでした。もう一度お試しください。",
  });
  expect((await codesOf(body.code)).data[0]?.active).toBe(false);
  expect((await me.call(end, { id: made?.id ?? "" })).statusCode).toBe(200);
  expect((await logOf(body.code)).map(({ action }) => action)).toEqual(["coupon.create", "coupon.end"]);
});

test("the checkout refuses a code of the dashboard that would leave 17 yen, with the reason", async () => {
  const { id: coupon } = await t.stripe.coupons.create({ percent_off: 99, duration: "once" });
  await t.stripe.promotionCodes.create({ promotion: { type: "coupon", coupon }, code: "KYUKYU" });
  expect((await preview("KYUKYU")).json()).toMatchObject({
    fields: {
      code: [
        "このクーポンコードでは、お支払い額が17円になります。カードでは50円未満をお支払いいただけないため、ご利用いただけません。",
      ],
    },
  });
  expect((await preview("KYUKYU", "yearly")).statusCode).toBe(200);
});

test("only staff with the right to payments make and end coupons", async () => {
  const me = await withRights({ may_see_members: true });
  expect((await me.call(create, {}, form())).statusCode).toBe(403);
  expect((await me.call(end, { id: "promo_1" })).statusCode).toBe(403);
  expect(await checkout(await t.member({}), "monthly")).toMatch(/^cs_/);
});
