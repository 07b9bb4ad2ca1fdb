import { expect, test } from "vitest";
import {
  formatYen,
  includingTax,
  monthsFree,
  type PlanPrices,
  priceList,
  priceTexts,
  STANDARD_PRICES,
  yearlySaving,
} from "./prices.ts";

/** Prices that no rule divides without a rest, and the two beside each rest. */
const ODD: PlanPrices[] = [
  { monthly: 1500, yearly: 15_000 },
  { monthly: 999, yearly: 9999 },
  { monthly: 1234, yearly: 14_807 },
  { monthly: 1235, yearly: 14_808 },
  { monthly: 1236, yearly: 14_809 },
  { monthly: 1, yearly: 1 },
];

test.each([
  [0, 0],
  [1, 1],
  [4, 4],
  [5, 6],
  [6, 7],
  [14, 15],
  [15, 17],
  [1500, 1650],
  [15_000, 16_500],
  [999, 1099],
  [1004, 1104],
  [1005, 1106],
])("%i yen without tax are %i with it, halves rounded up", (without, including) => {
  expect(includingTax(without)).toBe(including);
});

test.each([
  [12, 1],
  [13, 2],
  [23, 2],
  [24, 2],
  [25, 3],
  [15_000, 1250],
  [15_001, 1251],
  [15_011, 1251],
  [14_999, 1250],
])("a year for %i yen is shown as %i yen a month, never less than is paid", (yearly, month) => {
  const prices = { monthly: 9000, yearly };
  const shown = priceList(prices).find(({ price_type }) => price_type === "yearly_monthly");
  expect(shown).toEqual({
    price_type: "yearly_monthly",
    amount: month,
    amount_including_tax: includingTax(month),
    tax_rate: 0.1,
  });
  expect(priceTexts(prices).PRICE_FROM).toBe(formatYen(includingTax(month)));
});

test.each(ODD)("the list of $monthly and $yearly yen has both plans with their tax", (prices) => {
  const list = priceList(prices);
  expect(list.map(({ price_type }) => price_type)).toEqual(["monthly", "yearly", "yearly_monthly"]);
  for (const plan of ["monthly", "yearly"] as const) {
    const row = list.find(({ price_type }) => price_type === plan);
    expect(row).toMatchObject({
      amount: prices[plan],
      amount_including_tax: includingTax(prices[plan]),
      tax_rate: 0.1,
    });
  }
});

test.each([
  [1500, 15_000, 3300, 2],
  [1500, 18_000, 0, 0],
  [1500, 17_999, 1, 0],
  [1500, 17_850, 165, 0.1],
  [1500, 17_851, 164, 0],
  [1500, 16_499, 1651, 1],
  [1500, 16_501, 1649, 0.9],
  [1000, 11_500, 550, 0.5],
])("%i a month and %i a year save %i yen, %d months", (monthly, yearly, saving, months) => {
  expect(yearlySaving({ monthly, yearly })).toBe(saving);
  expect(monthsFree({ monthly, yearly })).toBe(months);
});

test("the texts of the pages have the amounts with tax", () => {
  expect(STANDARD_PRICES).toEqual({ monthly: 1500, yearly: 15_000 });
  expect(priceTexts(STANDARD_PRICES)).toEqual({
    PRICE_MONTHLY: "1,650円",
    PRICE_YEARLY: "16,500円",
    PRICE_FROM: "1,375円",
    PRICE_SAVING: "3,300円",
    PRICE_MONTHS_FREE: "2",
  });
});

test.each([
  [0, "0円"],
  [999, "999円"],
  [1000, "1,000円"],
  [1_234_567, "1,234,567円"],
  [-50, "−50円"],
])("%i yen are written %s", (yen, text) => {
  expect(formatYen(yen)).toBe(text);
});
