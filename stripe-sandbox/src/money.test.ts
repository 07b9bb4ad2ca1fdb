import { expect, test } from "vitest";
import { idOf } from "./state/ids.ts";
import { changePlan, DAY, invoiceOf, openShop, START, subscribe } from "./testing/shop.ts";

test("a monthly subscription costs 1,650 yen with tax and lasts a month", async () => {
  const shop = await openShop();
  const { subscription } = await subscribe(shop, shop.monthly);
  expect(subscription).toMatchObject({ status: "active", pending_update: null });
  const invoice = await shop.stripe.invoices.retrieve(idOf(subscription.latest_invoice) ?? "");
  expect(invoice).toMatchObject({
    status: "paid",
    subtotal: 1500,
    total: 1650,
    amount_paid: 1650,
    total_taxes: [{ amount: 150 }],
  });
  expect(subscription.items.data[0]?.current_period_end).toBe(Date.UTC(2026, 9, 1) / 1000);
});

test("monthly to yearly on day 15 of 30 charges 15,675 yen and begins a new year", async () => {
  const shop = await openShop();
  const { subscription } = await subscribe(shop, shop.monthly);
  shop.sandbox.clock.advance(15 * DAY);
  const changed = await changePlan(shop, subscription, shop.yearly);
  expect(changed.pending_update).toBeNull();
  expect(invoiceOf(changed)).toMatchObject({ status: "paid", total: 15_675, amount_paid: 15_675 });
  expect(changed.items.data).toHaveLength(1);
  expect(changed.items.data[0]).toMatchObject({
    price: { id: shop.yearly.id },
    current_period_start: START / 1000 + 15 * 86_400,
    current_period_end: Date.UTC(2027, 8, 16) / 1000,
  });
});

test("yearly to monthly on day 0 leaves 14,850 yen, which covers the next nine renewals", async () => {
  const shop = await openShop();
  const { customer, subscription } = await subscribe(shop, shop.yearly);
  const changed = await changePlan(shop, subscription, shop.monthly);
  expect(invoiceOf(changed)).toMatchObject({ status: "paid", total: -14_850, amount_due: 0, ending_balance: -14_850 });
  const balances: number[] = [];
  for (let month = 10; month <= 19; month++) {
    shop.sandbox.clock.advanceTo(Date.UTC(2026, month - 1, 1, 1));
    const now = await shop.stripe.customers.retrieve(customer.id);
    if (!now.deleted) balances.push(now.balance);
  }
  expect(balances).toEqual([-13_200, -11_550, -9900, -8250, -6600, -4950, -3300, -1650, 0, 0]);
  const { data } = await shop.stripe.charges.list({ customer: customer.id });
  expect(data.map(({ amount }) => amount)).toEqual([1650, 16_500]);
});
