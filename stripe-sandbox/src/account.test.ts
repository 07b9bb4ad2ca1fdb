import { expect, test } from "vitest";
import { API_VERSION } from "./state/world.ts";
import { openShop, START } from "./testing/shop.ts";

test("the account is complete unless the options say otherwise", async () => {
  const whole = await openShop();
  expect(await whole.stripe.accounts.retrieveCurrent()).toMatchObject({
    charges_enabled: true,
    country: "JP",
    business_profile: { support_email: "support@example.com" },
  });
  const { stripe } = await openShop({ account: { chargesEnabled: false, supportEmail: null } });
  expect(await stripe.accounts.retrieveCurrent()).toMatchObject({
    charges_enabled: false,
    payouts_enabled: true,
    business_profile: { support_email: null, url: "https://example.com" },
  });
});

test("every answer has the time of the sandbox's clock", async () => {
  const { stripe, sandbox } = await openShop();
  sandbox.clock.advance(90_000);
  const { lastResponse } = await stripe.balance.retrieve();
  expect(lastResponse.headers["date"]).toBe(new Date(START + 90_000).toUTCString());
});

test("a webhook endpoint keeps the API version of its creation, and has none without it", async () => {
  const { stripe } = await openShop();
  const made = (api_version?: "2020-08-27" | typeof API_VERSION) =>
    stripe.webhookEndpoints.create({
      url: "https://example.com/hook",
      enabled_events: ["*"],
      ...(api_version && { api_version }),
    });
  expect((await made("2020-08-27")).api_version).toBe("2020-08-27");
  expect((await made(API_VERSION)).api_version).toBe(API_VERSION);
  const { id, api_version } = await made();
  expect(api_version).toBeNull();
  await expect(
    stripe.rawRequest("POST", `/v1/webhook_endpoints/${id}`, { api_version: API_VERSION }),
  ).rejects.toMatchObject({ code: "parameter_unknown" });
  await expect(
    stripe.rawRequest("POST", "/v1/webhook_endpoints", {
      url: "https://example.com",
      enabled_events: ["*"],
      api_version: "latest",
    }),
  ).rejects.toMatchObject({ param: "api_version" });
});

test("an update switches the named features of a portal configuration alone", async () => {
  const { stripe } = await openShop();
  const { id } = await stripe.billingPortal.configurations.create({ features: { invoice_history: { enabled: true } } });
  const features = { subscription_cancel: { enabled: true } };
  expect(await stripe.billingPortal.configurations.update(id, { features, active: false })).toMatchObject({
    active: false,
    features: {
      invoice_history: { enabled: true },
      subscription_cancel: { enabled: true },
      subscription_update: { enabled: false },
    },
  });
});
