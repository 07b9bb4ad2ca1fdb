import { expect, test } from "vitest";
import { idOf } from "./state/ids.ts";
import { DAY, HOUR, invoiceOf, openShop, START, subscribe, useCard } from "./testing/shop.ts";

const seconds = (ms: number) => Math.floor(ms / 1000);

test("a subscription from the 31st renews on the last day of shorter months", async () => {
  const shop = await openShop({ now: () => Date.UTC(2027, 11, 31, 3) });
  const { subscription } = await subscribe(shop, shop.monthly);
  const ends: string[] = [];
  for (let month = 0; month < 4; month++) {
    const now = await shop.stripe.subscriptions.retrieve(subscription.id);
    const end = (now.items.data[0]?.current_period_end ?? 0) * 1000;
    ends.push(new Date(end).toISOString());
    shop.sandbox.clock.advanceTo(end + HOUR);
  }
  expect(ends).toEqual([
    "2028-01-31T03:00:00.000Z",
    "2028-02-29T03:00:00.000Z",
    "2028-03-31T03:00:00.000Z",
    "2028-04-30T03:00:00.000Z",
  ]);
  expect((await shop.stripe.charges.list()).data.map(({ amount }) => amount)).toEqual([1650, 1650, 1650, 1650, 1650]);
});

test("a failed renewal is retried on days 1, 3, 5 and 7, then the subscription ends", async () => {
  const shop = await openShop();
  const { customer, subscription } = await subscribe(shop, shop.monthly);
  await useCard(shop, customer.id, "pm_card_chargeCustomerFail");
  const renewal = START + 30 * DAY + HOUR;
  shop.sandbox.clock.advanceTo(renewal);
  const states: (string | number)[][] = [];
  for (const after of [0, 1, 3, 5, 7]) {
    shop.sandbox.clock.advanceTo(renewal + after * DAY);
    const now = await shop.stripe.subscriptions.retrieve(subscription.id, { expand: ["latest_invoice"] });
    states.push([after, now.status, invoiceOf(now).attempt_count]);
  }
  expect(states).toEqual([
    [0, "past_due", 1],
    [1, "past_due", 2],
    [3, "past_due", 3],
    [5, "past_due", 4],
    [7, "canceled", 5],
  ]);
  const ended = await shop.stripe.subscriptions.retrieve(subscription.id);
  expect(ended.cancellation_details?.reason).toBe("payment_failed");
  expect((await shop.stripe.charges.list()).data.filter(({ paid }) => paid)).toHaveLength(1);
});

test("a renewal is a draft for an hour: the new period runs, and nothing is charged yet", async () => {
  const shop = await openShop();
  const { subscription } = await subscribe(shop, shop.monthly);
  const look = () => shop.stripe.subscriptions.retrieve(subscription.id, { expand: ["latest_invoice"] });
  shop.sandbox.clock.advance(30 * DAY + HOUR - 1000);
  const during = await look();
  expect(during).toMatchObject({ status: "active" });
  expect(during.items.data[0]?.current_period_start).toBe((START + 30 * DAY) / 1000);
  expect(invoiceOf(during)).toMatchObject({
    status: "draft",
    number: null,
    hosted_invoice_url: null,
    automatically_finalizes_at: (START + 30 * DAY + HOUR) / 1000,
  });
  expect((await shop.stripe.charges.list()).data).toHaveLength(1);
  shop.sandbox.clock.advance(1000);
  expect(invoiceOf(await look())).toMatchObject({ id: invoiceOf(during).id, status: "paid", amount_paid: 1650 });
});

test("a subscription that ends while its renewal is a draft is not charged", async () => {
  const shop = await openShop();
  const { subscription } = await subscribe(shop, shop.monthly);
  shop.sandbox.clock.advance(30 * DAY + 60_000);
  await shop.stripe.subscriptions.cancel(subscription.id);
  shop.sandbox.clock.advance(DAY);
  expect((await shop.stripe.charges.list()).data).toHaveLength(1);
});

test("the balance of the moment of finalising pays a renewal", async () => {
  const shop = await openShop();
  const { customer } = await subscribe(shop, shop.monthly);
  shop.sandbox.clock.advance(30 * DAY + 60_000);
  await shop.stripe.customers.createBalanceTransaction(customer.id, { amount: -1000, currency: "jpy" });
  shop.sandbox.clock.advance(HOUR);
  expect((await shop.stripe.charges.list()).data.map(({ amount }) => amount)).toEqual([650, 1650]);
});

test("a card that expired is declined, and a valid one then pays the retry", async () => {
  const shop = await openShop();
  const { customer, subscription } = await subscribe(shop, shop.monthly);
  const [card] = (await shop.stripe.customers.listPaymentMethods(customer.id)).data;
  shop.sandbox.simulate.setExpiry(card?.id ?? "", 7, 2027);
  shop.sandbox.clock.advanceTo(Date.UTC(2027, 6, 31, 23, 59));
  expect((await shop.stripe.charges.list({ limit: 100 })).data.every(({ paid }) => paid)).toBe(true);
  shop.sandbox.clock.advanceTo(Date.UTC(2027, 7, 1, 2));
  const [failed] = (await shop.stripe.charges.list({ limit: 1 })).data;
  expect(failed).toMatchObject({ paid: false, failure_code: "expired_card" });
  await useCard(shop, customer.id, "pm_card_visa");
  shop.sandbox.clock.advance(3 * DAY);
  expect(await shop.stripe.subscriptions.retrieve(subscription.id)).toMatchObject({ status: "active" });
});

test("afterRetries past_due leaves the subscription past due for ever", async () => {
  const shop = await openShop({ afterRetries: "past_due" });
  const { customer, subscription } = await subscribe(shop, shop.monthly);
  await useCard(shop, customer.id, "pm_card_chargeCustomerFail");
  shop.sandbox.clock.advance(200 * DAY);
  expect(await shop.stripe.subscriptions.retrieve(subscription.id)).toMatchObject({ status: "past_due" });
});

test("afterRetries unpaid leaves the subscription unpaid, and a payment reactivates it", async () => {
  const shop = await openShop({ afterRetries: "unpaid" });
  const { customer, subscription } = await subscribe(shop, shop.monthly);
  await useCard(shop, customer.id, "pm_card_chargeCustomerFail");
  shop.sandbox.clock.advance(38 * DAY);
  const unpaid = await shop.stripe.subscriptions.retrieve(subscription.id, { expand: ["latest_invoice"] });
  expect(unpaid.status).toBe("unpaid");
  await useCard(shop, customer.id, "pm_card_visa");
  expect(await shop.stripe.invoices.pay(invoiceOf(unpaid).id)).toMatchObject({ status: "paid", amount_paid: 1650 });
  expect(await shop.stripe.subscriptions.retrieve(subscription.id)).toMatchObject({ status: "active" });
});

test("a valid card before the next retry ends a failed renewal", async () => {
  const shop = await openShop();
  const { customer, subscription } = await subscribe(shop, shop.monthly);
  await useCard(shop, customer.id, "pm_card_chargeCustomerFail");
  shop.sandbox.clock.advance(30 * DAY + HOUR);
  await useCard(shop, customer.id, "pm_card_visa");
  shop.sandbox.clock.advance(DAY);
  expect(await shop.stripe.subscriptions.retrieve(subscription.id)).toMatchObject({ status: "active" });
});

test("cancelling keeps the subscription to the end of the period and can be undone before it", async () => {
  const shop = await openShop();
  const { subscription } = await subscribe(shop, shop.monthly);
  const end = subscription.items.data[0]?.current_period_end ?? 0;
  const cancel = (cancels: boolean) =>
    shop.stripe.subscriptions.update(subscription.id, { cancel_at_period_end: cancels });
  expect(await cancel(true)).toMatchObject({ status: "active", cancel_at_period_end: true, cancel_at: end });
  expect(await cancel(false)).toMatchObject({ cancel_at_period_end: false, cancel_at: null, canceled_at: null });
  await cancel(true);
  shop.sandbox.clock.advanceTo(end * 1000 - 1000);
  expect(await shop.stripe.subscriptions.retrieve(subscription.id)).toMatchObject({ status: "active" });
  shop.sandbox.clock.advance(1000);
  expect(await shop.stripe.subscriptions.retrieve(subscription.id)).toMatchObject({
    status: "canceled",
    ended_at: end,
    cancellation_details: { reason: "cancellation_requested" },
  });
  expect((await shop.stripe.charges.list()).data).toHaveLength(1);
  expect((await shop.stripe.subscriptions.list()).data).toEqual([]);
  await expect(cancel(false)).rejects.toThrow("canceled subscription");
});

test("cancelling at once records the reason and works only once", async () => {
  const shop = await openShop();
  const { subscription } = await subscribe(shop, shop.monthly);
  const cancel = () =>
    shop.stripe.subscriptions.cancel(subscription.id, { cancellation_details: { comment: "移転のため" } });
  expect(await cancel()).toMatchObject({
    status: "canceled",
    ended_at: seconds(START),
    cancellation_details: { comment: "移転のため", reason: "cancellation_requested" },
  });
  await expect(cancel()).rejects.toMatchObject({ code: "resource_missing" });
});

test("an unpaid subscription ends at its scheduled end", async () => {
  const shop = await openShop({ afterRetries: "unpaid" });
  const { customer, subscription } = await subscribe(shop, shop.monthly);
  await useCard(shop, customer.id, "pm_card_chargeCustomerFail");
  shop.sandbox.clock.advance(38 * DAY);
  const unpaid = await shop.stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true });
  expect(unpaid.status).toBe("unpaid");
  shop.sandbox.clock.advanceTo((unpaid.cancel_at ?? 0) * 1000);
  expect(await shop.stripe.subscriptions.retrieve(subscription.id)).toMatchObject({ status: "canceled" });
});

test("a failed first payment leaves the subscription incomplete for 23 hours", async () => {
  const shop = await openShop();
  const { subscription } = await subscribe(shop, shop.monthly, "pm_card_chargeCustomerFail");
  expect(subscription.status).toBe("incomplete");
  shop.sandbox.clock.advance(23 * HOUR - 1000);
  expect(await shop.stripe.subscriptions.retrieve(subscription.id)).toMatchObject({ status: "incomplete" });
  shop.sandbox.clock.advance(1000);
  expect(await shop.stripe.subscriptions.retrieve(subscription.id)).toMatchObject({ status: "incomplete_expired" });
});

test("renewals wait when the card requires 3-D Secure for each charge", async () => {
  const shop = await openShop();
  const { subscription } = await subscribe(shop, shop.monthly);
  const customer = idOf(subscription.customer);
  await useCard(shop, customer, "pm_card_authenticationRequired");
  shop.sandbox.clock.advance(30 * DAY + HOUR);
  expect(await shop.stripe.subscriptions.retrieve(subscription.id)).toMatchObject({ status: "past_due" });
  const { data } = await shop.stripe.events.list({ type: "invoice.payment_action_required" });
  expect(data).toHaveLength(1);
});

test("deleting a customer ends the subscription and prevents further billing", async () => {
  const shop = await openShop();
  const { customer, subscription } = await subscribe(shop, shop.monthly);
  expect(await shop.stripe.customers.del(customer.id)).toMatchObject({ deleted: true });
  expect(await shop.stripe.customers.retrieve(customer.id)).toEqual(expect.objectContaining({ deleted: true }));
  expect(await shop.stripe.subscriptions.retrieve(subscription.id)).toMatchObject({ status: "canceled" });
  await expect(
    shop.stripe.subscriptions.create({ customer: customer.id, items: [{ price: shop.monthly.id }] }),
  ).rejects.toMatchObject({ code: "resource_missing" });
});

test("a charge can be refunded in parts up to its amount", async () => {
  const shop = await openShop();
  const { subscription } = await subscribe(shop, shop.monthly);
  const { data } = await shop.stripe.invoicePayments.list({ invoice: idOf(subscription.latest_invoice) ?? "" });
  const intent = idOf(data[0]?.payment.payment_intent ?? null) ?? "";
  await shop.stripe.refunds.create({ payment_intent: intent, amount: 650 });
  const refund = await shop.stripe.refunds.create({ payment_intent: intent });
  expect(refund).toMatchObject({ amount: 1000, status: "succeeded" });
  await expect(shop.stripe.refunds.create({ payment_intent: intent })).rejects.toMatchObject({
    code: "charge_already_refunded",
  });
  expect(await shop.stripe.subscriptions.retrieve(subscription.id)).toMatchObject({ status: "active" });
});

test("a dispute opens and closes with events", async () => {
  const shop = await openShop();
  await subscribe(shop, shop.monthly);
  const [charge] = (await shop.stripe.charges.list()).data;
  const dispute = shop.sandbox.simulate.dispute(charge?.id ?? "");
  shop.sandbox.simulate.closeDispute(dispute.id, "lost");
  const { data } = await shop.stripe.events.list({ type: "charge.dispute.*" });
  expect(data.map(({ type }) => type)).toEqual(["charge.dispute.closed", "charge.dispute.created"]);
});

test("lists disputes in pages, newest first, filtered by charge and time", async () => {
  const shop = await openShop();
  const { stripe, sandbox } = shop;
  const made: { id: string; charge: string }[] = [];
  for (let index = 0; index < 3; index++) {
    const { customer } = await subscribe(shop, shop.monthly);
    const [charge] = (await stripe.charges.list({ customer: customer.id })).data;
    const { id } = sandbox.simulate.dispute(charge?.id ?? "");
    made.push({ id, charge: charge?.id ?? "" });
  }
  const walked: string[] = [];
  for await (const { id } of stripe.disputes.list({ limit: 2 })) walked.push(id);
  expect(walked).toEqual(made.map(({ id }) => id).toReversed());
  const [first] = made;
  const ofCharge = await stripe.disputes.list({ charge: first?.charge ?? "" });
  expect(ofCharge.data.map(({ id }) => id)).toEqual([first?.id]);
  const later = await stripe.disputes.list({ created: { gt: Math.floor(Date.now() / 1000) + 10_000_000_000 } });
  expect([later.data, later.has_more]).toEqual([[], false]);
});
