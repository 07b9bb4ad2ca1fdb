import type Stripe from "stripe";
import { expect, test } from "vitest";
import { idOf } from "./state/ids.ts";
import { DAY, HOUR, openShop, type Shop, START, subscribe } from "./testing/shop.ts";
import { Visitor } from "./testing/visitor.ts";

const GOOD = "4242 4242 4242 4242";
const DECLINED = "4000000000000002";
const CHALLENGED = "4000000000003184";

async function openCheckout(shop: Shop): Promise<Stripe.Checkout.Session & { url: string }> {
  const customer = await shop.stripe.customers.create({ email: "member@example.com" });
  const session = await shop.stripe.checkout.sessions.create({
    mode: "subscription",
    customer: customer.id,
    success_url: "http://shop.example/payment/complete?session_id={CHECKOUT_SESSION_ID}",
    cancel_url: "http://shop.example/subscription/cancel",
    expires_at: START / 1000 + 1800,
    locale: "ja",
    line_items: [{ price: shop.monthly.id, quantity: 1, tax_rates: [shop.tax.id] }],
    subscription_data: { metadata: { user: "7" } },
  });
  if (session.url === null) throw new Error("The session has no page.");
  return Object.assign(session, { url: session.url });
}

function complete(session: { id: string }): string {
  return `http://shop.example/payment/complete?session_id=${session.id}`;
}

test("checkout shows items, tax and total, and its back link charges nothing", async () => {
  const shop = await openShop();
  const session = await openCheckout(shop);
  const page = await new Visitor().open(session.url);
  expect(page.text).toContain("サンドボックス（実際の請求はありません）");
  expect(page.text).toContain("プレミアムプラン");
  for (const amount of ["1,500円", "150円", "1,650円"]) expect(page.text).toContain(amount);
  expect(page.text).toContain(`href="http://shop.example/subscription/cancel"`);
  expect(page.policy).toContain("form-action 'self' http://shop.example;");
  expect(page.text).not.toContain("<script");
});

test("a valid card redirects to the success URL, and a second submit charges nothing", async () => {
  const shop = await openShop();
  const session = await openCheckout(shop);
  const visitor = new Visitor();
  await visitor.open(session.url);
  expect(await visitor.payWith(GOOD)).toBe(complete(session));
  expect(await visitor.payWith(GOOD)).toBe(complete(session));
  const done = await shop.stripe.checkout.sessions.retrieve(session.id, { expand: ["subscription", "invoice"] });
  expect(done).toMatchObject({
    status: "complete",
    payment_status: "paid",
    url: null,
    subscription: { status: "active", metadata: { user: "7" } },
    invoice: { status: "paid", amount_paid: 1650, billing_reason: "subscription_create" },
  });
  expect((await shop.stripe.charges.list()).data).toHaveLength(1);
});

test("a declined card shows a message and keeps the form's values, and another card pays", async () => {
  const shop = await openShop();
  const session = await openCheckout(shop);
  const visitor = new Visitor();
  await visitor.open(session.url);
  expect(await visitor.payWith(DECLINED, { name: "山田 <花子>" })).toBeNull();
  expect(visitor.page.text).toContain("カードが拒否されました。別のカードをお試しください。");
  expect(visitor.page.text).toContain(`value="${DECLINED}"`);
  expect(visitor.page.text).toContain("山田 &#60;花子&#62;");
  expect((await shop.stripe.subscriptions.list({ status: "all" })).data).toEqual([]);
  expect(await visitor.payWith(GOOD)).toBe(complete(session));
});

test("shows an error beside each invalid field and keeps the form's values", async () => {
  const shop = await openShop();
  const visitor = new Visitor();
  await visitor.open((await openCheckout(shop)).url);
  expect(await visitor.payWith("1234", { expiry: "08/26", cvc: "1" })).toBeNull();
  const { text } = visitor.page;
  expect(text).toContain("サンドボックスではテストカードの番号だけを使えます。");
  expect(text).toContain("カードの有効期限が切れています。");
  expect(text).toContain("3桁か4桁の数字を入力してください。");
  expect(text).toMatch(/<input[^>]* id="number"|<input\s+id="number"/);
  expect(text.match(/aria-invalid="true"/g)).toHaveLength(3);
  expect(text).toContain(`value="08/26"`);
});

test("failing 3-D Secure returns to the form, and passing it pays", async () => {
  const shop = await openShop();
  const session = await openCheckout(shop);
  const visitor = new Visitor();
  await visitor.open(session.url);
  expect(await visitor.payWith(CHALLENGED)).toBeNull();
  expect(visitor.page.text).toContain("カード会社の本人認証");
  expect(await visitor.post({ answer: "fail" })).toBeNull();
  expect(visitor.page.text).toContain("本人認証ができませんでした。");
  expect(visitor.page.text).toContain(`value="${CHALLENGED}"`);
  expect((await shop.stripe.subscriptions.list({ status: "all" })).data).toEqual([]);
  await visitor.payWith(CHALLENGED);
  expect(await visitor.post({ answer: "approve" })).toBe(complete(session));
  expect((await shop.stripe.subscriptions.list()).data).toMatchObject([{ status: "active" }]);
});

test("a card with 3-D Secure on set-up renews without it", async () => {
  const shop = await openShop();
  const session = await openCheckout(shop);
  const visitor = new Visitor();
  await visitor.open(session.url);
  await visitor.payWith("4000002500003155");
  expect(await visitor.post({ answer: "approve" })).toBe(complete(session));
  shop.sandbox.clock.advance(30 * DAY + HOUR);
  expect((await shop.stripe.subscriptions.list()).data).toMatchObject([{ status: "active" }]);
  expect((await shop.stripe.charges.list()).data).toHaveLength(2);
});

test("an expired checkout page shows a message and charges nothing", async () => {
  const shop = await openShop();
  const session = await openCheckout(shop);
  const visitor = new Visitor();
  await visitor.open(session.url);
  shop.sandbox.clock.advance(31 * 60_000);
  expect(await visitor.payWith(GOOD)).toBeNull();
  expect(visitor.page.text).toContain("有効期限が切れました");
  expect((await shop.stripe.charges.list()).data).toEqual([]);
});

test.each([
  [true, "paid", "active"],
  [false, "unpaid", "incomplete_expired"],
] as const)("settles a delayed payment (%s)", async (isPaid, paymentStatus, status) => {
  const shop = await openShop();
  const session = await openCheckout(shop);
  const visitor = new Visitor();
  await visitor.open(session.url);
  expect(await visitor.payWith(GOOD, { when: "later" })).toBe(complete(session));
  const waiting = await shop.stripe.checkout.sessions.retrieve(session.id, { expand: ["subscription"] });
  expect(waiting).toMatchObject({
    status: "complete",
    payment_status: "unpaid",
    subscription: { status: "incomplete" },
  });
  shop.sandbox.simulate.settleAsyncPayment(session.id, isPaid);
  const settled = await shop.stripe.checkout.sessions.retrieve(session.id, { expand: ["subscription"] });
  expect(settled).toMatchObject({ payment_status: paymentStatus, subscription: { status } });
  const { data } = await shop.stripe.events.list({
    types: ["checkout.session.async_payment_succeeded", "checkout.session.async_payment_failed"],
  });
  expect(data.map(({ type }) => type)).toEqual([`checkout.session.async_payment_${isPaid ? "succeeded" : "failed"}`]);
});

test("the portal shows invoices and receipts and changes the default card", async () => {
  const shop = await openShop();
  const { customer, subscription } = await subscribe(shop, shop.monthly);
  const portal = await shop.stripe.billingPortal.sessions.create({
    customer: customer.id,
    return_url: "http://shop.example/profile",
  });
  const visitor = new Visitor();
  await visitor.open(portal.url);
  expect(visitor.page.text).toContain("現在のカード：Visa •••• 4242");
  expect(visitor.page.text).toContain(`href="http://shop.example/profile"`);
  const receipt = /href="([^"]*\/receipt\/[^"]*)"/.exec(visitor.page.text)?.[1] ?? "";
  await visitor.payWith("4000 0000 0000 0341");
  expect(visitor.page.text).toContain("カードを変更しました。");
  expect(visitor.page.text).toContain("現在のカード：Visa •••• 0341");
  await visitor.payWith(DECLINED);
  expect(visitor.page.text).toContain("カードが拒否されました。");
  shop.sandbox.clock.advance(31 * DAY);
  expect(await shop.stripe.subscriptions.retrieve(subscription.id)).toMatchObject({ status: "past_due" });
  await visitor.open(new URL(receipt, portal.url).href);
  expect(visitor.page.text).toContain("領収書");
});

test("the invoice page accepts another card for an unpaid renewal", async () => {
  const shop = await openShop();
  const { customer, subscription } = await subscribe(shop, shop.monthly);
  const failing = await shop.stripe.paymentMethods.attach("pm_card_chargeCustomerFail", { customer: customer.id });
  await shop.stripe.customers.update(customer.id, { invoice_settings: { default_payment_method: failing.id } });
  shop.sandbox.clock.advance(30 * DAY + HOUR);
  const due = await shop.stripe.subscriptions.retrieve(subscription.id, { expand: ["latest_invoice"] });
  const address = typeof due.latest_invoice === "object" ? (due.latest_invoice?.hosted_invoice_url ?? "") : "";
  const visitor = new Visitor();
  await visitor.open(address);
  expect(await visitor.post({ card: "saved" })).toBeNull();
  expect(visitor.page.text).toContain("カードが拒否されました。");
  await visitor.payWith(GOOD, { card: "other" });
  expect(visitor.page.text).toContain("お支払い済みです");
  expect(await shop.stripe.subscriptions.retrieve(subscription.id)).toMatchObject({ status: "active" });
});

test("a deleted customer cannot pay and sees a message", async () => {
  const shop = await openShop();
  const session = await openCheckout(shop);
  const visitor = new Visitor();
  await visitor.open(session.url);
  await shop.stripe.customers.del(idOf(session.customer) ?? "");
  expect(await visitor.payWith(GOOD)).toBeNull();
  expect(visitor.page.text).toContain("お手続きを続けられません");
  expect((await shop.stripe.charges.list()).data).toEqual([]);
});

test("refuses unknown addresses and cross-site forms", async () => {
  const shop = await openShop();
  const session = await openCheckout(shop);
  expect((await fetch(`${shop.sandbox.url}/sandbox/stripe/checkout/cs_test_nothing`)).status).toBe(404);
  expect((await fetch(`${shop.sandbox.url}/sandbox/stripe/constructor/x`)).status).toBe(404);
  const foreign = await fetch(session.url, { method: "POST", headers: { "sec-fetch-site": "cross-site" }, body: "" });
  expect(foreign.status).toBe(404);
});
