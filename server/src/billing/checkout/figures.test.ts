import type { PaidPlan } from "@manabiya/contract/billing/subscription.ts";
import type Stripe from "stripe";
import { describe, expect, test } from "vitest";
import { createUser } from "../../../test/testing/factories.ts";
import { invoice, type InvoiceGiven, line, secondsOf } from "../../../test/testing/provider-objects.ts";
import { useTestApp } from "../../../test/testing/test-app.ts";
import { createBilling } from "../provider/provider.ts";
import { findCoupon } from "./coupon.ts";
import { previewCheckout } from "./preview-checkout.ts";

const t = useTestApp();
const START = secondsOf("2026-11-21T03:00:00Z");

interface World {
  /** Of the code AUTUMN. */
  promotions?: object[];
  /** The preview without and with the coupon. */
  full?: InvoiceGiven;
  reduced?: InvoiceGiven;
  hasPaid?: boolean;
}

/** The application's billing with a provider that answers this. */
function billingWith({ promotions = [], full, reduced, hasPaid = false }: World) {
  const price = (plan: string) => ({ id: `price_${plan}`, lookup_key: `manabiya_${plan}`, product: "prod_plan" });
  const rate = { id: "txr_1", metadata: { manabiya: "consumption_tax" }, percentage: 10, inclusive: false };
  const each = async function* <T>(all: T[]) {
    yield* all;
  };
  const stripe = {
    products: { list: () => each([]) },
    promotionCodes: { list: async () => ({ data: promotions }) },
    prices: { list: async () => ({ data: [price("monthly"), price("yearly")] }) },
    taxRates: { list: async () => ({ data: [rate] }) },
    invoices: {
      list: () => each(hasPaid ? [invoice()] : []),
      createPreview: async ({ discounts }: { discounts?: object[] }) => invoice(discounts ? reduced : full),
    },
  } as unknown as Stripe;
  return createBilling({ ...t.deps, stripe, log: t.deps.logger });
}

const coupon = (given: object = {}) => ({
  valid: true,
  redeem_by: null,
  max_redemptions: null,
  times_redeemed: 0,
  duration: "once",
  duration_in_months: null,
  ...given,
});
const promotion = (given: object = {}, of: object = {}) => ({
  id: "promo_1",
  code: "AUTUMN",
  active: true,
  customer: null,
  expires_at: null,
  max_redemptions: null,
  times_redeemed: 0,
  restrictions: { minimum_amount: null, minimum_amount_currency: null, first_time_transaction: false },
  promotion: { coupon: coupon(of) },
  ...given,
});

describe("a code", () => {
  const NOT_FOUND = "見つかりません";
  const OVER = "有効期限が切れています";
  const USED = "回数の上限に達しました";
  const OFF = "現在ご利用いただけません";
  const MINIMUM = "以上のお申し込みで";
  const FIRST = "初回のお申し込みでのみ";
  const seconds = (offset: number) => t.clock.now() / 1000 + offset;
  const minimum = (minimum_amount: number, currency = "jpy") => ({
    restrictions: { minimum_amount, minimum_amount_currency: currency, first_time_transaction: false },
  });
  const firstOnly = { restrictions: { ...minimum(0).restrictions, first_time_transaction: true } };

  test.each<[string, () => object[], string | null, PaidPlan?, string?, boolean?]>([
    ["is usable", () => [promotion()], null],
    ["is unknown", () => [], NOT_FOUND],
    ["ends now", () => [promotion({ expires_at: seconds(0) })], OVER],
    ["ends in a second", () => [promotion({ expires_at: seconds(1) })], null],
    ["has a coupon that ends now", () => [promotion({}, { redeem_by: seconds(0) })], OVER],
    ["has a coupon that ends in a second", () => [promotion({}, { redeem_by: seconds(1) })], null],
    ["was used as often as it may", () => [promotion({ max_redemptions: 2, times_redeemed: 2 })], USED],
    ["was used once less", () => [promotion({ max_redemptions: 2, times_redeemed: 1 })], null],
    ["has a coupon that was used up", () => [promotion({}, { max_redemptions: 2, times_redeemed: 2 })], USED],
    ["has a coupon with one use left", () => [promotion({}, { max_redemptions: 2, times_redeemed: 1 })], null],
    ["is switched off", () => [promotion({ active: false })], OFF],
    ["has an invalid coupon", () => [promotion({}, { valid: false })], OFF],
    ["asks for the price", () => [promotion(minimum(1500))], null],
    ["asks for one yen more", () => [promotion(minimum(1501))], MINIMUM],
    ["asks for less than the yearly price", () => [promotion(minimum(1501))], null, "yearly"],
    ["asks for an amount of another currency", () => [promotion(minimum(1501, "usd"))], null],
    ["is for first orders, of somebody new", () => [promotion(firstOnly)], null],
    ["is for first orders, of a customer who never paid", () => [promotion(firstOnly)], null, "monthly", "cus_1"],
    ["is for first orders, of one who paid", () => [promotion(firstOnly)], FIRST, "monthly", "cus_1", true],
    ["is for everybody, of one who paid", () => [promotion()], null, "monthly", "cus_1", true],
    ["is another customer's", () => [promotion({ customer: "cus_2" })], NOT_FOUND, "monthly", "cus_1"],
    ["is the customer's own", () => [promotion({ customer: { id: "cus_1" } })], null, "monthly", "cus_1"],
    ["exists twice, once active", () => [promotion({ active: false, expires_at: 1 }), promotion()], null],
    ["has a coupon that was not read", () => [promotion({ promotion: { coupon: "x" } })], NOT_FOUND],
  ])("that %s", async (_what, promotions, reason, plan = "monthly", customer, hasPaid = false) => {
    const order = { plan, code: "autumn", customer: customer ?? null };
    const found = findCoupon(billingWith({ promotions: promotions(), hasPaid }), order);
    if (reason === null) expect((await found).promotion.id).toBe("promo_1");
    else await expect(found).rejects.toMatchObject({ fields: { code: [expect.stringContaining(reason)] } });
  });

  test("names an amount of its minimum in yen beside another currency", async () => {
    const restrictions = { ...minimum(9, "usd").restrictions, currency_options: { jpy: { minimum_amount: 20_000 } } };
    const found = findCoupon(billingWith({ promotions: [promotion({ restrictions })] }), {
      ...{ plan: "yearly", code: "autumn", customer: null },
    });
    await expect(found).rejects.toMatchObject({ fields: { code: [expect.stringContaining("20,000円（税抜）以上")] } });
  });
});

describe("the preview of an order", () => {
  const sold = (price: number, tax: number, given: InvoiceGiven = {}): InvoiceGiven => ({
    lines: [line(price - tax, { start: START, tax })],
    tax,
    amount_due: price,
    ...given,
  });
  async function preview(world: World, plan: PaidPlan = "monthly", code?: string) {
    const { id } = await createUser(t.db, t.clock);
    return previewCheckout(billingWith(world), id, { plan, code });
  }

  test.each([
    // Balance before, charge today: how much of the balance pays.
    [0, 1650, 0],
    [-1, 1649, 1],
    [-500, 1150, 500],
    [-1650, 0, 1650],
    [-9000, 0, 1650],
    [50, 1700, 0],
  ])("with a balance of %i yen charges %i and uses %i", async (starting_balance, amount_due, credit_used) => {
    const full = sold(1650, 150, { starting_balance, amount_due, ending_balance: 0 });
    expect(await preview({ full })).toMatchObject({
      ...{ plan: "monthly", price: 1650, tax: 150, charged_today: amount_due, credit_used, coupon: null },
      ...{ next_charge_at: "2026-12-21T03:00:00.000Z", next_charge: 1650 },
    });
  });

  test.each<[PaidPlan, object, payments: number | null, fullPriceAt: string | null, next: number]>([
    ["monthly", { duration: "once" }, 1, "2026-12-21", 1650],
    ["monthly", { duration: "repeating", duration_in_months: 1 }, 1, "2026-12-21", 1650],
    ["monthly", { duration: "repeating", duration_in_months: 2 }, 2, "2027-01-21", 825],
    ["monthly", { duration: "repeating", duration_in_months: 12 }, 12, "2027-11-21", 825],
    ["monthly", { duration: "forever" }, null, null, 825],
    ["yearly", { duration: "repeating", duration_in_months: 11 }, 1, "2027-11-21", 1650],
    ["yearly", { duration: "repeating", duration_in_months: 12 }, 1, "2027-11-21", 1650],
    ["yearly", { duration: "repeating", duration_in_months: 13 }, 2, "2028-11-21", 825],
  ])("of the %s plan with a coupon %o reduces %j payments", async (plan, given, payments, day, next) => {
    const world = { promotions: [promotion({}, given)], full: sold(1650, 150), reduced: sold(825, 75) };
    expect(await preview(world, plan, "autumn")).toMatchObject({
      ...{ price: 1650, tax: 150, charged_today: 825, next_charge: next },
      coupon: { code: "AUTUMN", price: 825, tax: 75, payments, full_price_at: day && `${day}T03:00:00.000Z` },
    });
  });

  test.each([
    [1649, true],
    [1650, false],
    [1651, false],
  ])("takes a coupon that makes %i of 1,650 yen: %j", async (price, isTaken) => {
    const world = { promotions: [promotion()], full: sold(1650, 150), reduced: sold(price, 150) };
    const answer = preview(world, "monthly", "autumn");
    if (isTaken) expect((await answer).coupon?.price).toBe(price);
    else await expect(answer).rejects.toMatchObject({ fields: { code: [expect.any(String)] } });
  });
});
