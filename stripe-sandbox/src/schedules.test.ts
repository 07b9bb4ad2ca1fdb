import { expect, test } from "vitest";
import { discountOf } from "./engine/discounts.ts";
import { updateSubscription } from "./engine/subscriptions.ts";
import { DAY, HOUR, invoiceOf, openShop, type Shop, START, subscribe } from "./testing/shop.ts";

/** A yearly subscription that becomes monthly at the end of the paid year. */
async function scheduled(shop: Shop) {
  const { stripe } = shop;
  const { customer, subscription } = await subscribe(shop, shop.yearly);
  const created = await stripe.subscriptionSchedules.create({ from_subscription: subscription.id });
  const [now] = created.phases;
  const schedule = await stripe.subscriptionSchedules.update(created.id, {
    end_behavior: "release",
    phases: [
      {
        items: [{ price: shop.yearly.id, tax_rates: [shop.tax.id] }],
        start_date: now?.start_date,
        end_date: now?.end_date,
      },
      {
        items: [{ price: shop.monthly.id, tax_rates: [shop.tax.id] }],
        duration: { interval: "month", interval_count: 1 },
        proration_behavior: "none",
      },
    ],
  } as Parameters<typeof stripe.subscriptionSchedules.update>[1]);
  return { customer, subscription, schedule };
}

test("a scheduled phase begins at the end of the paid period, and the schedule releases the subscription", async () => {
  const shop = await openShop();
  const { subscription, schedule } = await scheduled(shop);
  const end = Date.UTC(2027, 8, 1);
  const look = () => shop.stripe.subscriptions.retrieve(subscription.id, { expand: ["latest_invoice"] });
  expect(await shop.stripe.invoices.createPreview({ subscription: subscription.id })).toMatchObject({ total: 1650 });
  shop.sandbox.clock.advanceTo(end - HOUR);
  expect(await look()).toMatchObject({ schedule: schedule.id, items: { data: [{ price: { id: shop.yearly.id } }] } });
  shop.sandbox.clock.advanceTo(end + 2 * HOUR);
  const after = await look();
  expect(after).toMatchObject({
    billing_cycle_anchor: end / 1000,
    items: { data: [{ price: { id: shop.monthly.id } }] },
  });
  expect(invoiceOf(after)).toMatchObject({ status: "paid", amount_paid: 1650, billing_reason: "subscription_cycle" });
  expect(after.items.data[0]?.id).toBe(subscription.items.data[0]?.id);
  shop.sandbox.clock.advance(32 * DAY);
  expect(await look()).toMatchObject({ schedule: null, status: "active" });
  expect(await shop.stripe.subscriptionSchedules.retrieve(schedule.id)).toMatchObject({
    status: "released",
    released_subscription: subscription.id,
  });
  expect((await shop.stripe.charges.list()).data.map(({ amount }) => amount)).toEqual([1650, 1650, 16_500]);
});

test("a phase of the same interval keeps the day of the month on which the subscription began", async () => {
  const shop = await openShop();
  const { stripe, monthly, sandbox } = shop;
  sandbox.clock.advanceTo(Date.UTC(2026, 9, 31));
  const { subscription } = await subscribe(shop, monthly);
  const created = await stripe.subscriptionSchedules.create({ from_subscription: subscription.id });
  const [now] = created.phases;
  const items = [{ price: monthly.id }];
  const month = { interval: "month", interval_count: 1 } as const;
  await stripe.subscriptionSchedules.update(created.id, {
    end_behavior: "release",
    phases: [
      { items, start_date: now?.start_date ?? 0, end_date: now?.end_date ?? 0 },
      { items, duration: month, proration_behavior: "none" },
    ],
  });
  sandbox.clock.advanceTo(Date.UTC(2026, 10, 30) + 2 * HOUR);
  const after = await stripe.subscriptions.retrieve(subscription.id);
  expect(after.items.data[0]).toMatchObject({
    current_period_start: Date.UTC(2026, 10, 30) / 1000,
    current_period_end: Date.UTC(2026, 11, 31) / 1000,
  });
});

test("phases without discounts end the subscription's discount, and phases that name it keep it", async () => {
  for (const isNamed of [true, false]) {
    const shop = await openShop();
    const { stripe, tax, yearly, monthly } = shop;
    const { id: coupon } = await stripe.coupons.create({ percent_off: 50, duration: "forever" });
    const { customer, subscription } = await subscribe(shop, yearly);
    // A discount as Checkout begins it.
    const discount = shop.sandbox.world.transact(null, () =>
      shop.sandbox.world.store.put("discount", {
        ...discountOf(shop.sandbox.world, { coupon: shop.sandbox.world.need("coupon", coupon), promotionCode: null }),
        customer: customer.id,
        subscription: subscription.id,
      }),
    );
    shop.sandbox.world.transact(null, () =>
      updateSubscription(shop.sandbox.world, shop.sandbox.world.need("subscription", subscription.id), {
        discounts: [discount.id],
      }),
    );
    const { id, phases } = await stripe.subscriptionSchedules.create({ from_subscription: subscription.id });
    const [now] = phases;
    expect(now?.discounts).toMatchObject([{ discount: discount.id }]);
    const discounts = isNamed ? [{ discount: discount.id }] : undefined;
    await stripe.subscriptionSchedules.update(id, {
      phases: [
        {
          items: [{ price: yearly.id, tax_rates: [tax.id] }],
          start_date: now?.start_date ?? 0,
          end_date: now?.end_date ?? 0,
          ...(discounts && { discounts }),
        },
        {
          items: [{ price: monthly.id, tax_rates: [tax.id] }],
          duration: { interval: "month", interval_count: 1 },
          ...(discounts && { discounts }),
        },
      ],
    });
    const expected = isNamed ? 825 : 1650;
    expect(await stripe.invoices.createPreview({ subscription: subscription.id })).toMatchObject({ total: expected });
    shop.sandbox.clock.advanceTo(Date.UTC(2027, 8, 1, 2));
    const [first] = (await stripe.charges.list()).data;
    expect(first?.amount).toBe(expected);
    const { current_phase } = await stripe.subscriptionSchedules.retrieve(id);
    expect(current_phase?.start_date).toBe(Date.UTC(2027, 8, 1) / 1000);
  }
});

test("a released schedule changes nothing", async () => {
  const shop = await openShop();
  const { subscription, schedule } = await scheduled(shop);
  await shop.stripe.subscriptionSchedules.release(schedule.id);
  shop.sandbox.clock.advance(366 * DAY);
  expect(await shop.stripe.subscriptions.retrieve(subscription.id)).toMatchObject({
    schedule: null,
    items: { data: [{ price: { id: shop.yearly.id } }] },
  });
  await expect(shop.stripe.subscriptionSchedules.release(schedule.id)).rejects.toMatchObject({ statusCode: 400 });
});

test("a scheduled subscription refuses a cancellation, and its end cancels the schedule", async () => {
  const shop = await openShop();
  const { subscription, schedule } = await scheduled(shop);
  const ask = shop.stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true });
  await expect(ask).rejects.toMatchObject({ statusCode: 400, param: "cancel_at_period_end" });
  await shop.stripe.subscriptions.cancel(subscription.id);
  expect(await shop.stripe.subscriptionSchedules.retrieve(schedule.id)).toMatchObject({
    status: "canceled",
    canceled_at: START / 1000,
  });
});

test("refuses phases with a gap, and a second schedule", async () => {
  const shop = await openShop();
  const { subscription, schedule } = await scheduled(shop);
  const again = shop.stripe.subscriptionSchedules.create({ from_subscription: subscription.id });
  await expect(again).rejects.toMatchObject({ statusCode: 400, param: "from_subscription" });
  const [now] = schedule.phases;
  const items = [{ price: shop.monthly.id }];
  const gap = shop.stripe.subscriptionSchedules.update(schedule.id, {
    phases: [
      { items, start_date: now?.start_date ?? 0, end_date: now?.end_date ?? 0 },
      { items, start_date: (now?.end_date ?? 0) + 60, end_date: (now?.end_date ?? 0) + 3600 },
    ],
  });
  await expect(gap).rejects.toMatchObject({ statusCode: 400, param: "phases" });
});
