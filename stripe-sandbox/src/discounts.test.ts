import Stripe from "stripe";
import { expect, test } from "vitest";
import { idOf } from "./state/ids.ts";
import { changePlan, DAY, HOUR, invoiceOf, openShop, type Shop, START } from "./testing/shop.ts";
import { Visitor } from "./testing/visitor.ts";

const GOOD = "4242424242424242";

async function codeOf(
  { stripe }: Shop,
  coupon: Stripe.CouponCreateParams,
  more: Partial<Stripe.PromotionCodeCreateParams> = {},
): Promise<Stripe.PromotionCode> {
  const { id } = await stripe.coupons.create(coupon);
  return stripe.promotionCodes.create({ promotion: { type: "coupon", coupon: id }, ...more });
}

/** Opens a checkout with a promotion code. */
async function open(shop: Shop, code: string, price = shop.monthly, customer?: string) {
  const { id } =
    customer === undefined ? await shop.stripe.customers.create({ email: "a@example.com" }) : { id: customer };
  return shop.stripe.checkout.sessions.create({
    mode: "subscription",
    customer: id,
    line_items: [{ price: price.id, quantity: 1, tax_rates: [shop.tax.id] }],
    discounts: [{ promotion_code: code }],
    success_url: "http://shop.example/done",
  });
}

async function buy(shop: Shop, code: string, price = shop.monthly) {
  const session = await open(shop, code, price);
  const visitor = new Visitor();
  await visitor.open(session.url ?? "");
  expect(visitor.page.text).toContain("割引");
  await visitor.payWith(GOOD);
  const { subscription } = await shop.stripe.checkout.sessions.retrieve(session.id);
  return shop.stripe.subscriptions.retrieve(idOf(subscription) ?? "", { expand: ["latest_invoice"] });
}

const charged = async ({ stripe }: Shop) => (await stripe.charges.list()).data.map(({ amount }) => amount).toReversed();

test.each([
  ["once", {}, [825, 1650, 1650, 1650]],
  ["repeating", { duration_in_months: 2 }, [825, 825, 1650, 1650]],
  ["forever", {}, [825, 825, 825, 825]],
] as const)("half price %s", async (duration, more, expected) => {
  const shop = await openShop();
  const code = await codeOf(shop, { percent_off: 50, duration, ...more }, { code: "hanbun" });
  expect(code.code).toBe("HANBUN");
  const bought = await buy(shop, code.id);
  expect(invoiceOf(bought)).toMatchObject({
    subtotal: 1500,
    total: 825,
    total_excluding_tax: 750,
    total_discount_amounts: [{ amount: 750 }],
    total_taxes: [{ amount: 75, taxable_amount: 750 }],
  });
  for (let month = 10; month <= 12; month++) {
    const preview = await shop.stripe.invoices.createPreview({ subscription: bought.id });
    expect(preview.total).toBe(expected[month - 9]);
    shop.sandbox.clock.advanceTo(Date.UTC(2026, month - 1, 1, 1));
  }
  expect(await charged(shop)).toEqual(expected);
  expect(await shop.stripe.promotionCodes.retrieve(code.id)).toMatchObject({ times_redeemed: 1 });
});

test("a fixed discount is taken before the tax, and a larger one makes the first month free", async () => {
  const shop = await openShop();
  const code = await codeOf(shop, { amount_off: 500, currency: "jpy", duration: "once" });
  expect(invoiceOf(await buy(shop, code.id))).toMatchObject({ total: 1100 });
  const free = await codeOf(shop, { amount_off: 9000, currency: "jpy", duration: "once" });
  expect(invoiceOf(await buy(shop, free.id))).toMatchObject({ total: 0, status: "paid", amount_due: 0 });
});

test("the unused part of a discounted year is credited at the price that was paid", async () => {
  const shop = await openShop();
  const code = await codeOf(shop, { percent_off: 50, duration: "once" });
  const bought = await buy(shop, code.id, shop.yearly);
  expect(await charged(shop)).toEqual([8250]);
  const changed = await changePlan(shop, bought, shop.monthly);
  expect(invoiceOf(changed)).toMatchObject({ total: 1650 - 8250, ending_balance: 1650 - 8250 });
});

test("a preview of a first invoice applies a code without redeeming it", async () => {
  const shop = await openShop();
  const code = await codeOf(shop, { percent_off: 20, duration: "forever" });
  const customer = await shop.stripe.customers.create();
  const preview = await shop.stripe.invoices.createPreview({
    customer: customer.id,
    subscription_details: { items: [{ price: shop.monthly.id, tax_rates: [shop.tax.id] }] },
    discounts: [{ promotion_code: code.id }],
  });
  expect(preview).toMatchObject({ subtotal: 1500, total: 1320 });
  expect(await shop.stripe.promotionCodes.retrieve(code.id)).toMatchObject({ times_redeemed: 0 });
});

test.each<[string, Partial<Stripe.PromotionCodeCreateParams>]>([
  ["that is inactive", { active: false }],
  ["that has expired", { expires_at: START / 1000 + HOUR / 1000 }],
  ["of another customer", { customer: "cus_other" }],
  ["below its minimum", { restrictions: { minimum_amount: 5000, minimum_amount_currency: "jpy" } }],
])("refuses a code %s", async (_name, more) => {
  const shop = await openShop();
  const code = await codeOf(shop, { percent_off: 50, duration: "once" }, more);
  shop.sandbox.clock.advance(DAY);
  await expect(open(shop, code.id)).rejects.toBeInstanceOf(Stripe.errors.StripeInvalidRequestError);
});

test("refuses a code that is used up, and a second first order", async () => {
  const shop = await openShop();
  const once = await codeOf(shop, { percent_off: 50, duration: "once" }, { max_redemptions: 1 });
  const { customer } = await buy(shop, once.id);
  await expect(open(shop, once.id)).rejects.toMatchObject({ statusCode: 400 });
  const first = await codeOf(
    shop,
    { percent_off: 50, duration: "once" },
    { restrictions: { first_time_transaction: true } },
  );
  await expect(open(shop, first.id, shop.monthly, idOf(customer))).rejects.toMatchObject({ statusCode: 400 });
});

test("finds a code without regard to case", async () => {
  const shop = await openShop();
  const made = await codeOf(shop, { percent_off: 50, duration: "once" }, { code: "Spring2026" });
  const { data } = await shop.stripe.promotionCodes.list({ code: "spring2026", active: true });
  expect(data.map(({ id }) => id)).toEqual([made.id]);
  const expanded = await shop.stripe.promotionCodes.retrieve(made.id, { expand: ["promotion.coupon"] });
  expect(expanded.promotion.coupon).toMatchObject({ object: "coupon", percent_off: 50 });
});
