import Stripe from "stripe";
import { expect, test } from "vitest";
import { checkCall, checkObjects, sdkSchema } from "./testing/sdk-schema.ts";
import { openShop, subscribe } from "./testing/shop.ts";

test("the schema was made from the installed SDK: npm run schema -w stripe-sandbox", () => {
  expect(sdkSchema().sdk).toBe(Stripe.PACKAGE_VERSION);
});

test("finds an object with a missing, a wrong and an unknown field", async () => {
  const shop = await openShop();
  const { customer } = await subscribe(shop, shop.monthly);
  const { store } = shop.sandbox.world;
  expect(checkObjects(store).problems).toEqual([]);
  const stored = store.get("customer", customer.id);
  const broken = { ...stored, balance: "0", surprise: true, created: undefined } as unknown as Stripe.Customer;
  store.put("customer", broken);
  expect(checkObjects(store).problems.toSorted()).toEqual([
    "customer/balance must be number",
    "customer/created is missing",
    "customer/surprise is unknown",
  ]);
  if (stored) store.put("customer", stored);
});

test("finds a call with an unknown parameter, a wrong value and an unlisted address", () => {
  const call = (method: string, url: string, body = "") => checkCall({ method, url, body });
  expect(call("POST", "/v1/customers", "email=a%40example.com&metadata[user_id]=7&preferred_locales[0]=ja")).toEqual(
    [],
  );
  expect(call("GET", "/v1/subscriptions?customer=cus_1&status=all&limit=100&expand[0]=data.latest_invoice")).toEqual(
    [],
  );
  expect(call("POST", "/v1/customers", "emial=a")).toEqual(["POST /v1/customers/emial is unknown"]);
  expect(call("POST", "/v1/refunds", "charge=ch_1&amount=much")).toEqual(["POST /v1/refunds/amount must be number"]);
  expect(call("POST", "/v1/issuing/cards")).toEqual(["POST /v1/issuing/cards is missing in schema/types.ts"]);
});
