import { expect, test } from "vitest";
import { changePlan, DAY, HOUR, invoiceOf, openShop, START, subscribe, useCard } from "./testing/shop.ts";

const seconds = (ms: number) => Math.floor(ms / 1000);

test("a declined change stays pending, and the old price continues until the invoice is paid", async () => {
  const shop = await openShop();
  const { customer, subscription } = await subscribe(shop, shop.monthly);
  await useCard(shop, customer.id, "pm_card_chargeCustomerFail");
  shop.sandbox.clock.advance(15 * DAY);
  const pending = await changePlan(shop, subscription, shop.yearly);
  expect(pending).toMatchObject({
    status: "active",
    pending_update: { expires_at: seconds(START + 15 * DAY + 23 * HOUR) },
    items: { data: [{ price: { id: shop.monthly.id } }] },
  });
  const invoice = invoiceOf(pending);
  expect(invoice).toMatchObject({ status: "open", amount_due: 15_675 });
  const good = await shop.stripe.paymentMethods.attach("pm_card_visa", { customer: customer.id });
  await shop.stripe.invoices.pay(invoice.id, { payment_method: good.id });
  expect(await shop.stripe.subscriptions.retrieve(subscription.id)).toMatchObject({
    pending_update: null,
    billing_cycle_anchor: seconds(START + 15 * DAY),
    items: { data: [{ price: { id: shop.yearly.id }, current_period_end: seconds(Date.UTC(2027, 8, 16)) }] },
  });
});

test("a pending change expires after a day and returns its credit", async () => {
  const shop = await openShop();
  const { customer, subscription } = await subscribe(shop, shop.monthly);
  await shop.stripe.customers.createBalanceTransaction(customer.id, { amount: -5000, currency: "jpy" });
  await useCard(shop, customer.id, "pm_card_chargeCustomerFail");
  shop.sandbox.clock.advance(15 * DAY);
  const pending = await changePlan(shop, subscription, shop.yearly);
  expect(invoiceOf(pending)).toMatchObject({ total: 15_675, amount_due: 10_675, starting_balance: -5000 });
  expect(await shop.stripe.customers.retrieve(customer.id)).toMatchObject({ balance: 0 });
  shop.sandbox.clock.advance(23 * HOUR);
  expect(await shop.stripe.subscriptions.retrieve(subscription.id)).toMatchObject({
    pending_update: null,
    items: { data: [{ price: { id: shop.monthly.id } }] },
  });
  expect(await shop.stripe.invoices.retrieve(invoiceOf(pending).id)).toMatchObject({ status: "void" });
  expect(await shop.stripe.customers.retrieve(customer.id)).toMatchObject({ balance: -5000 });
  const { data } = await shop.stripe.events.list({ type: "customer.subscription.pending_update_expired" });
  expect(data).toHaveLength(1);
});

test("voiding the invoice drops a pending change", async () => {
  const shop = await openShop();
  const { customer, subscription } = await subscribe(shop, shop.monthly);
  await useCard(shop, customer.id, "pm_card_chargeCustomerFail");
  const pending = await changePlan(shop, subscription, shop.yearly);
  await shop.stripe.invoices.voidInvoice(invoiceOf(pending).id);
  expect(await shop.stripe.subscriptions.retrieve(subscription.id)).toMatchObject({ pending_update: null });
  await expect(shop.stripe.invoices.pay(invoiceOf(pending).id)).rejects.toMatchObject({ code: "invoice_not_editable" });
});

test("a preview computes a change without applying it", async () => {
  const shop = await openShop();
  const { subscription } = await subscribe(shop, shop.monthly);
  shop.sandbox.clock.advance(15 * DAY);
  const preview = (price: string) =>
    shop.stripe.invoices.createPreview({
      subscription: subscription.id,
      subscription_details: {
        items: [{ id: subscription.items.data[0]?.id ?? "", price }],
        proration_behavior: "always_invoice",
      },
    });
  expect(await preview(shop.yearly.id)).toMatchObject({ amount_due: 15_675, total: 15_675 });
  expect((await preview(shop.yearly.id)).lines.data.map(({ amount }) => amount)).toEqual([-750, 15_000]);
  expect(await shop.stripe.invoices.createPreview({ subscription: subscription.id })).toMatchObject({
    amount_due: 1650,
    next_payment_attempt: seconds(START + 30 * DAY),
  });
  expect((await shop.stripe.invoices.list()).data).toHaveLength(1);
});

test("a change moves a scheduled end to the end of the new period", async () => {
  const shop = await openShop();
  const { subscription } = await subscribe(shop, shop.monthly);
  await shop.stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true });
  const changed = await changePlan(shop, subscription, shop.yearly);
  expect(changed).toMatchObject({ cancel_at_period_end: true, cancel_at: seconds(Date.UTC(2027, 8, 1)) });
  shop.sandbox.clock.advanceTo(Date.UTC(2027, 8, 1) - 1000);
  expect(await shop.stripe.subscriptions.retrieve(subscription.id)).toMatchObject({ status: "active" });
});

test("another change replaces a pending one", async () => {
  const shop = await openShop();
  const { customer, subscription } = await subscribe(shop, shop.monthly);
  await useCard(shop, customer.id, "pm_card_chargeCustomerFail");
  const first = await changePlan(shop, subscription, shop.yearly);
  shop.sandbox.clock.advance(HOUR);
  const second = await changePlan(shop, subscription, shop.yearly);
  expect(invoiceOf(second).id).not.toBe(invoiceOf(first).id);
  expect(await shop.stripe.invoices.retrieve(invoiceOf(first).id)).toMatchObject({ status: "void" });
  expect((await shop.stripe.invoices.list({ status: "open" })).data).toHaveLength(1);
});
