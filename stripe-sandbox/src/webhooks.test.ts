import Stripe from "stripe";
import { expect, test } from "vitest";
import { type WebhookReceiver, openWebhookReceiver, SECRET } from "./testing/webhook-receiver.ts";
import { DAY, openShop, type Shop, START, subscribe } from "./testing/shop.ts";
import { signature } from "./webhooks.ts";

async function openBoth(events: string[]): Promise<Shop & { receiver: WebhookReceiver }> {
  let clock = () => START;
  const receiver = await openWebhookReceiver(() => clock());
  const shop = await openShop({ webhook: { url: receiver.url, secret: SECRET, events } });
  clock = () => shop.sandbox.clock.now();
  return { ...shop, receiver };
}

const types = (receiver: WebhookReceiver) => receiver.accepted.map(({ type }) => type);

test("sends signed events with the object of that moment", async () => {
  const shop = await openBoth(["*"]);
  const { subscription } = await subscribe(shop, shop.monthly);
  await shop.sandbox.webhooks.idle();
  expect(types(shop.receiver)).toEqual(
    expect.arrayContaining(["customer.created", "customer.subscription.created", "invoice.paid", "charge.succeeded"]),
  );
  const created = shop.receiver.accepted.find(({ type }) => type === "customer.subscription.created");
  expect(created?.data.object).toMatchObject({ id: subscription.id, status: "incomplete" });
  const updated = shop.receiver.accepted.find(({ type }) => type === "customer.subscription.updated");
  expect(updated?.data).toMatchObject({ object: { status: "active" }, previous_attributes: { status: "incomplete" } });
  expect(shop.sandbox.webhooks.pending()).toEqual([]);
});

test("sends only the enabled event types", async () => {
  const shop = await openBoth(["invoice.paid"]);
  await subscribe(shop, shop.monthly);
  await shop.sandbox.webhooks.idle();
  expect(types(shop.receiver)).toEqual(["invoice.paid"]);
});

test("repeats a refused delivery with growing delays until it is accepted", async () => {
  const shop = await openBoth(["invoice.paid"]);
  shop.receiver.answers.push(500, 500);
  await subscribe(shop, shop.monthly);
  const { webhooks, clock } = shop.sandbox;
  await webhooks.idle();
  expect(webhooks.pending()).toMatchObject([{ attempts: 1, status: 500 }]);
  clock.advance(9_000);
  await webhooks.idle();
  expect(webhooks.pending()).toMatchObject([{ attempts: 1 }]);
  clock.advance(1_000);
  await webhooks.idle();
  expect(webhooks.pending()).toMatchObject([{ attempts: 2 }]);
  clock.advance(60_000);
  await webhooks.idle();
  expect(webhooks.pending()).toEqual([]);
  expect(types(shop.receiver)).toEqual(["invoice.paid"]);
});

test("held deliveries can be repeated, reordered and dropped", async () => {
  const shop = await openBoth(["customer.subscription.created", "customer.subscription.updated", "invoice.paid"]);
  const { webhooks } = shop.sandbox;
  webhooks.hold();
  await subscribe(shop, shop.monthly);
  const held = webhooks.pending();
  const [created, paid, updated] = held;
  if (created === undefined || paid === undefined || updated === undefined) throw new Error("Three were expected.");
  expect(held.map((delivery) => webhooks.event(delivery).type)).toEqual([
    "customer.subscription.created",
    "invoice.paid",
    "customer.subscription.updated",
  ]);
  expect(await webhooks.deliver(updated)).toBe(200);
  expect(await webhooks.deliver(created)).toBe(200);
  expect(await webhooks.deliver(updated)).toBe(200);
  webhooks.drop([paid]);
  webhooks.release();
  await webhooks.idle();
  expect(types(shop.receiver)).toEqual([
    "customer.subscription.updated",
    "customer.subscription.created",
    "customer.subscription.updated",
  ]);
});

test("a refused connection counts as a refused delivery", async () => {
  const shop = await openBoth(["invoice.paid"]);
  shop.sandbox.setWebhook({ url: "http://127.0.0.1:9/", secret: SECRET, events: ["invoice.paid"] });
  await subscribe(shop, shop.monthly);
  await shop.sandbox.webhooks.idle();
  expect(shop.sandbox.webhooks.pending()).toMatchObject([{ attempts: 1, status: null }]);
});

test("moving the clock sends the events of the skipped time", async () => {
  const shop = await openBoth(["invoice.paid"]);
  await subscribe(shop, shop.monthly);
  await shop.sandbox.webhooks.idle();
  shop.sandbox.clock.advance(100 * DAY);
  await shop.sandbox.webhooks.idle();
  const days = shop.receiver.accepted.map(({ created }) => new Date(created * 1000).toISOString().slice(0, 10));
  expect(days.toSorted()).toEqual(["2026-09-01", "2026-10-01", "2026-11-01", "2026-12-01"]);
});

test("a signature is invalid for another body, another secret or an old time", () => {
  const header = signature("{}", SECRET, START / 1000);
  const verify = (body: string, secret: string, at: number) => () =>
    Stripe.webhooks.constructEvent(body, header, secret, 300, undefined, at);
  expect(verify("{}", SECRET, START + 300_000)()).toEqual({});
  expect(verify("{ }", SECRET, START)).toThrow(Stripe.errors.StripeSignatureVerificationError);
  expect(verify("{}", "whsec_other", START)).toThrow(Stripe.errors.StripeSignatureVerificationError);
  expect(verify("{}", SECRET, START + 301_000)).toThrow(Stripe.errors.StripeSignatureVerificationError);
});

test("refuses an empty secret", async () => {
  const { sandbox } = await openShop();
  expect(() => sandbox.setWebhook({ url: "http://127.0.0.1:9/", secret: "" })).toThrow("secret is empty");
});
