import Stripe from "stripe";
import { describe, expect, test } from "vitest";
import { subscription } from "../../../test/testing/provider-objects.ts";
import { SITE } from "../../../test/testing/site.ts";
import { requireSameAccount } from "./account.ts";
import { findTaxRate, priceProblems } from "./catalogue.ts";
import { expiryOf } from "./default-card.ts";
import { requireOwnOrigin } from "./own-origin.ts";
import type { Own } from "./ownership.ts";
import { ownPrice } from "./own-price.ts";
import { idOf, ignoreRefusal, invoiceOf, isMissing, isOutcomeUnknown, isRefused, isSavedFailure } from "./provider.ts";

const { StripeAPIError, StripeConnectionError, StripeInvalidRequestError } = Stripe.errors;
const api = (statusCode?: number) =>
  new StripeAPIError({ message: "", type: "api_error", ...(statusCode && { statusCode }) });
const refusal = (code: string) => new StripeInvalidRequestError({ message: "", type: "invalid_request_error", code });

describe("an error of the provider", () => {
  test.each<[string, unknown, missing: boolean, unknown: boolean, saved: boolean, refused: boolean]>([
    ["no connection", new StripeConnectionError({ message: "", type: "api_error" }), false, true, false, false],
    ["409", api(409), false, true, false, false],
    ["408", api(408), false, false, false, false],
    ["410", api(410), false, false, false, false],
    ["499", api(499), false, false, false, false],
    ["500", api(500), false, false, true, false],
    ["503", api(503), false, false, true, false],
    ["no status", api(), false, false, false, false],
    ["an object that is missing", refusal("resource_missing"), true, false, false, true],
    ["another refusal", refusal("parameter_invalid"), false, false, false, true],
    ["an error of ours", Object.assign(new Error(), { code: "resource_missing" }), false, false, false, false],
  ])("%s", (_what, error, ...expected) => {
    expect([isMissing(error), isOutcomeUnknown(error), isSavedFailure(error), isRefused(error)]).toEqual(expected);
    const ignore = () => ignoreRefusal(error);
    if (expected[3]) expect(ignore).not.toThrow();
    else expect(ignore).toThrow();
  });
});

test("references are ids, objects or nothing", () => {
  expect([idOf("a"), idOf({ id: "b" }), idOf(null)]).toEqual(["a", "b", null]);
  expect(invoiceOf(subscription({ latest_invoice: "in_1" }))).toBeNull();
  expect(invoiceOf(subscription({ latest_invoice: { id: "in_1" } as Stripe.Invoice }))).toEqual({ id: "in_1" });
});

const PRICE = {
  unit_amount: 1500,
  currency: "jpy",
  recurring: { interval: "month", interval_count: 1 },
  tax_behavior: "exclusive",
  active: true,
};

test.each([
  [{}, 0],
  [{ tax_behavior: "unspecified" }, 0],
  [{ tax_behavior: "inclusive" }, 1],
  [{ unit_amount: 1499 }, 1],
  [{ unit_amount: 1501 }, 1],
  [{ unit_amount: null }, 1],
  [{ currency: "usd" }, 1],
  [{ active: false }, 1],
  [{ recurring: { interval: "year", interval_count: 1 } }, 1],
  [{ recurring: { interval: "month", interval_count: 2 } }, 1],
  [{ recurring: null }, 1],
  [{ active: false, unit_amount: 1, currency: "usd", recurring: null, tax_behavior: "inclusive" }, 5],
])("a price with %o differs in %i ways", (given, count) => {
  expect(priceProblems("monthly", { ...PRICE, ...given } as Stripe.Price, 1500)).toHaveLength(count);
});

test.each([
  [{}, true],
  [{ percentage: 9.99 }, false],
  [{ percentage: 8 }, false],
  [{ inclusive: true }, false],
  [{ metadata: {} }, false],
  [{ metadata: { manabiya: "other" } }, false],
])("a tax rate with %o is ours: %j", async (given, isOurs) => {
  const rate = { metadata: { manabiya: "consumption_tax" }, percentage: 10, inclusive: false, ...given };
  const stripe = { taxRates: { list: async () => ({ data: [rate] }) } } as unknown as Stripe;
  expect(await findTaxRate(stripe)).toEqual(isOurs ? rate : undefined);
});

const item = (unit_amount: number | null, quantity: number | undefined, rates: object[] | null) => ({
  price: { unit_amount },
  quantity,
  tax_rates: rates,
});
const TEN = { inclusive: false, percentage: 10 };

test.each<[string, object[], object[] | null, includingTax: number, withoutTax: number]>([
  ["its own rate", [item(1500, 1, [TEN])], null, 1650, 1500],
  ["its own rate before the contract's", [item(1500, 1, [TEN])], [{ ...TEN, percentage: 8 }], 1650, 1500],
  ["the contract's rate", [item(1500, 1, [])], [{ ...TEN, percentage: 8 }], 1620, 1500],
  ["no rate", [item(1500, 1, null)], null, 1500, 1500],
  ["a rate that the price includes", [item(1650, 1, [{ ...TEN, inclusive: true }])], null, 1650, 1650],
  ["half a yen of tax", [item(1005, 1, [TEN])], null, 1106, 1005],
  ["less than half a yen", [item(1004, 1, [TEN])], null, 1104, 1004],
  ["several pieces", [item(500, 3, [TEN])], null, 1650, 1500],
  ["no quantity", [item(500, undefined, [TEN])], null, 550, 500],
  ["no amount", [item(null, 1, [TEN])], null, 0, 0],
  ["an item of another offer behind ours", [item(5, 1, [TEN]), item(900, 1, [TEN])], null, 6, 5],
])("the price of a contract with %s", (_what, data, default_tax_rates, includingTax, withoutTax) => {
  const given = { items: { data }, default_tax_rates } as unknown as Own<Stripe.Subscription>;
  expect(ownPrice(given)).toEqual({ includingTax, withoutTax });
});

test("a card's last month has two digits, and other methods have none", () => {
  const method = (card: object | null) => expiryOf({ id: "pm_1", card } as Stripe.PaymentMethod);
  expect(method({ exp_year: 2027, exp_month: 9 })).toEqual({ id: "pm_1", expires: "2027-09" });
  expect(method({ exp_year: 2027, exp_month: 10 })).toEqual({ id: "pm_1", expires: "2027-10" });
  expect(method(null)).toBeNull();
});

test.each([
  [null, true],
  ["acct_1:live", true],
  ["acct_1:test", false],
  ["acct_2:live", false],
])("a customer of the account %s may be used with acct_1:live: %j", (linked, isAllowed) => {
  const use = () => requireSameAccount(linked, "acct_1:live");
  if (isAllowed) expect(use).not.toThrow();
  else expect(use).toThrow("一時的に停止");
});

test.each([
  ["https://video.example/a?b#c", true],
  ["https://admin.example/a", true],
  ["https://video.example:444/a", false],
  ["http://video.example/a", false],
  ["https://video.example.evil.example/", false],
  ["https://user@video.example/", false],
  ["https://:secret@video.example/", false],
  ["https://127.0.0.1/", false],
  ["/a", false],
  ["", false],
])("a return to %s is on our site: %j", (address, isOwn) => {
  const site = { ...SITE, publicUrl: "https://video.example", webOrigins: ["https://admin.example"] };
  const check = () => requireOwnOrigin(site, { success_url: "https://video.example/", cancel_url: address });
  if (isOwn) expect(check).not.toThrow();
  else
    expect(check).toThrow(expect.objectContaining({ fields: { cancel_url: ["このサイトのURLを指定してください。"] } }));
});

test("localhost and 127.0.0.1 are one site, at the same port", () => {
  const site = { ...SITE, publicUrl: "http://localhost:3000", webOrigins: [] };
  expect(() => requireOwnOrigin(site, { url: "http://127.0.0.1:3000/a" })).not.toThrow();
  expect(() => requireOwnOrigin(site, { url: "http://127.0.0.1:3001/a" })).toThrow();
  expect(() => requireOwnOrigin(site, { url: "http://127.0.0.1/a" })).toThrow();
});
