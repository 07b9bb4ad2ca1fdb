import { expect, test } from "vitest";
import { connect, HOUR, openShop } from "./testing/shop.ts";
import { openWebhookReceiver } from "./testing/webhook-receiver.ts";

test("accepts a replaced key until its overlap ends, and the new one from the start", async () => {
  const { sandbox, stripe } = await openShop();
  const { secretKey: replaced } = sandbox;
  const key = sandbox.rollKey(24 * HOUR);
  expect(sandbox.secretKey).toBe(key);
  expect(key).not.toBe(replaced);
  const renewed = connect(sandbox);
  await renewed.customers.list();
  sandbox.clock.advance(24 * HOUR - 1);
  await stripe.customers.list();
  sandbox.clock.advance(1);
  await expect(stripe.customers.list()).rejects.toMatchObject({ statusCode: 401, code: "api_key_expired" });
  await renewed.customers.list();
});

test("a key replaced without an overlap expires at once", async () => {
  const { sandbox, stripe } = await openShop();
  sandbox.rollKey(0);
  await expect(stripe.customers.list()).rejects.toMatchObject({ statusCode: 401, code: "api_key_expired" });
});

test("signs deliveries by both secrets of an endpoint until the overlap ends", async () => {
  let now = () => 0;
  const verifier = {
    replaced: await openWebhookReceiver(() => now()),
    renewed: await openWebhookReceiver(() => now()),
  };
  const { sandbox, stripe } = await openShop();
  now = () => sandbox.clock.now();
  const endpoint = await stripe.webhookEndpoints.create({
    url: verifier.replaced.url,
    enabled_events: ["customer.created"],
  });
  verifier.replaced.secret = endpoint.secret ?? "";
  verifier.renewed.secret = sandbox.rollWebhookSecret(endpoint.id, HOUR);
  const createCustomer = async (url: string) => {
    await stripe.webhookEndpoints.update(endpoint.id, { url });
    await stripe.customers.create({ email: "member@example.com" });
    await sandbox.webhooks.idle();
  };
  await createCustomer(verifier.replaced.url);
  await createCustomer(verifier.renewed.url);
  expect(sandbox.webhooks.pending()).toEqual([]);
  expect([verifier.replaced, verifier.renewed].map(({ accepted }) => accepted.length)).toEqual([1, 1]);
  sandbox.clock.advance(HOUR);
  await createCustomer(verifier.renewed.url);
  await createCustomer(verifier.replaced.url);
  expect(sandbox.webhooks.pending()).toMatchObject([{ attempts: 1, status: 400 }]);
  expect([verifier.replaced, verifier.renewed].map(({ accepted }) => accepted.length)).toEqual([1, 2]);
});
