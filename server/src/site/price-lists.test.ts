import { STANDARD_PRICES } from "@manabiya/contract/rules/prices.ts";
import type Stripe from "stripe";
import { expect, test } from "vitest";
import { SITE } from "../../test/testing/site.ts";
import { createProviderCatalogue } from "../billing/provider/catalogue.ts";
import { isSold, listAt, type PriceList, pricesAt } from "./price-lists.ts";
import { hasMoves } from "../billing/prices/move-member.ts";
import { refuseOtherPrice } from "../billing/prices/shown-price.ts";

const NOW = Date.parse("2026-11-21T03:00:00.000Z");
const at = (offset: number) => new Date(NOW + offset).toISOString();

const list = (revision: number, given: Partial<PriceList> = {}): PriceList => ({
  revision,
  monthly: 1000 + revision,
  yearly: 10_000 + revision,
  starts_at: at(-1000),
  moves_at: null,
  request_key: "00000000-0000-0000-0000-000000000000",
  monthly_price: `price_m${revision}`,
  yearly_price: `price_y${revision}`,
  started_at: null,
  withdrawn_at: null,
  ...given,
});

test.each<[Partial<PriceList>, boolean]>([
  [{}, true],
  [{ monthly_price: null }, false],
  [{ yearly_price: null }, false],
  [{ monthly_price: null, yearly_price: null }, false],
  [{ withdrawn_at: at(-1) }, false],
])("a list with %o is sold: %j", (given, expected) => {
  expect(isSold(list(1, given))).toBe(expected);
  expect(listAt([list(1, given)], NOW)?.revision).toBe(expected ? 1 : undefined);
});

test.each([
  [-1, 1],
  [0, 1],
  [1, undefined],
])("a list that starts %i ms from now holds: %j", (offset, revision) => {
  expect(listAt([list(1, { starts_at: at(offset) })], NOW)?.revision).toBe(revision);
});

test.each<[string, PriceList[], number | undefined]>([
  ["none", [], undefined],
  ["the later start", [list(1, { starts_at: at(-1) }), list(2, { starts_at: at(-2) })], 1],
  ["of one start the later revision", [list(1), list(2)], 2],
  ["of one start the later revision, in the other order", [list(2), list(1)], 2],
  ["a withdrawn one gives way", [list(1), list(2, { withdrawn_at: at(-1) })], 1],
  ["a later one waits", [list(1), list(2, { starts_at: at(1) })], 1],
])("of several lists holds %s", (_which, lists, revision) => {
  expect(listAt(lists, NOW)?.revision).toBe(revision);
  const { monthly, yearly } = pricesAt({ prices: lists, isTaxExempt: false }, NOW);
  const expected = revision === undefined ? STANDARD_PRICES : { monthly: 1000 + revision, yearly: 10_000 + revision };
  expect({ monthly, yearly }).toEqual(expected);
});

test.each<[Partial<PriceList>, boolean]>([
  [{ moves_at: at(9) }, true],
  [{ moves_at: null }, false],
  [{ moves_at: at(9), starts_at: at(0) }, true],
  [{ moves_at: at(9), starts_at: at(1) }, false],
])("a list with %o moves members: %j", (given, expected) => {
  const site = { ...SITE, prices: [list(1, given)] } as unknown as Parameters<typeof hasMoves>[0]["site"];
  expect(hasMoves({ site, now: () => NOW })).toBe(expected);
});

test.each([
  ["monthly", 1100, true],
  ["monthly", 1101, false],
  ["monthly", 1099, false],
  ["yearly", 11_000, true],
  ["yearly", 10_999, false],
  ["yearly", 1100, false],
  ["monthly", undefined, true],
] as const)("an order of the %s plan that was shown %j yen is taken: %j", async (plan, shown, isTaken) => {
  const now = () => NOW;
  const lists = [list(1, { monthly: 1000, yearly: 10_000 }), list(2, { starts_at: at(1) })];
  // The amounts of lists need no call to the provider.
  const catalogue = createProviderCatalogue({} as Stripe, now, async () => ({ prices: lists, isTaxExempt: false }));
  const billing = { catalogue, now } as unknown as Parameters<typeof refuseOtherPrice>[0];
  const answer = refuseOtherPrice(billing, plan, shown);
  await (isTaken
    ? expect(answer).resolves.toBeUndefined()
    : expect(answer).rejects.toMatchObject({ type: "price_changed" }));
});
