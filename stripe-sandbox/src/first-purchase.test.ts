import { expect, test } from "vitest";
import { openShop, type Shop } from "./testing/shop.ts";
import { newCard } from "./api/payment-methods.ts";
import { payCheckout } from "./engine/checkout.ts";
import { Visitor } from "./testing/visitor.ts";

async function open({ stripe, monthly }: Shop, message: string) {
  return stripe.checkout.sessions.create({
    mode: "subscription",
    line_items: [{ price: monthly.id, quantity: 1 }],
    custom_text: { submit: { message } },
    adaptive_pricing: { enabled: false },
    success_url: "http://shop.example/done",
  });
}

test("previews the first invoice of somebody who is no customer yet, and stores nothing", async () => {
  const { stripe, monthly, tax } = await openShop();
  const preview = await stripe.invoices.createPreview({
    customer_details: { tax_exempt: "none" },
    subscription_details: { items: [{ price: monthly.id, tax_rates: [tax.id] }] },
  });
  expect(preview).toMatchObject({ customer: null, total: 1650, amount_due: 1650, ending_balance: 0 });
  expect((await stripe.customers.list()).data).toEqual([]);
});

test("the page shows the text of up to 1,200 characters beside its button, with prices in yen alone", async () => {
  const shop = await openShop();
  const session = await open(shop, "解約はいつでもできます。".padEnd(1200, "。"));
  expect(session.adaptive_pricing).toEqual({ enabled: false });
  const visitor = new Visitor();
  await visitor.open(session.url ?? "");
  expect(visitor.page.text).toContain("解約はいつでもできます。");
  await expect(open(shop, "。".repeat(1201))).rejects.toMatchObject({ statusCode: 400, param: "custom_text" });
});

/** Opens a sale without renewal. */
async function sell({ stripe, tax }: Shop, customer: string) {
  const { id: product } = await stripe.products.create({ name: "ギフト" });
  return stripe.checkout.sessions.create({
    mode: "payment",
    customer,
    line_items: [
      {
        price_data: { currency: "jpy", product, unit_amount: 1500, tax_behavior: "exclusive" },
        quantity: 3,
        tax_rates: [tax.id],
      },
    ],
    invoice_creation: { enabled: true, invoice_data: { metadata: { order: "7" } } },
    success_url: "http://shop.example/done",
  });
}

test("a single sale charges the card, leaves the balance alone, saves no card, and has a paid invoice", async () => {
  const shop = await openShop();
  const { stripe, sandbox } = shop;
  const { id: customer } = await stripe.customers.create({});
  await stripe.customers.createBalanceTransaction(customer, { amount: -1000, currency: "jpy" });
  const session = await sell(shop, customer);
  expect(session).toMatchObject({ mode: "payment", amount_total: 4950, payment_intent: null });
  const visitor = new Visitor();
  await visitor.open(session.url ?? "");
  expect(visitor.page.text).not.toContain("自動で更新");
  expect(visitor.page.text).toContain("4,950円を支払う");
  const world = sandbox.world;
  const open = world.need("checkout_session", session.id);
  world.transact(null, () => payCheckout(world, open, newCard(world, "4242424242424242").id, "on_session"));
  const paid = await stripe.checkout.sessions.retrieve(session.id, {
    expand: ["invoice", "payment_intent.latest_charge"],
  });
  expect(paid).toMatchObject({
    status: "complete",
    payment_status: "paid",
    subscription: null,
    payment_intent: { latest_charge: { amount: 4950, refunded: false, disputed: false } },
    invoice: { status: "paid", total: 4950, amount_paid: 4950, metadata: { order: "7" }, starting_balance: 0 },
  });
  expect(await stripe.customers.retrieve(customer)).toMatchObject({ balance: -1000 });
  expect((await stripe.customers.listPaymentMethods(customer)).data).toEqual([]);
});

test("refuses a price with renewals for a single sale, and one without for a subscription", async () => {
  const { stripe, monthly } = await openShop();
  const once = await stripe.prices.create({ product: monthly.product as string, currency: "jpy", unit_amount: 500 });
  for (const [mode, price] of [
    ["payment", monthly.id],
    ["subscription", once.id],
  ] as const) {
    const session = { mode, line_items: [{ price, quantity: 1 }], success_url: "http://shop.example/done" };
    await expect(stripe.checkout.sessions.create(session)).rejects.toMatchObject({ param: "line_items" });
  }
});
