import { expect, test } from "vitest";
import { providerAddress } from "./provider-address.ts";

const PAGES = "https://dashboard.stripe.com/test";

test.each([
  ["sub_1", `${PAGES}/subscriptions/sub_1`],
  ["dp_1", `${PAGES}/disputes/dp_1`],
  ["du_1:lost", `${PAGES}/disputes/du_1`],
  ["price_1:2026-11-24", `${PAGES}/prices/price_1`],
  ["something", null],
])("links %s to %s", (about, address) => {
  expect(providerAddress(PAGES, about)).toBe(address);
});

test("returns no link without pages of the provider", () => {
  expect(providerAddress(null, "sub_1")).toBeNull();
});
