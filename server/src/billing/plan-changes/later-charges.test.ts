import { describe, expect, test } from "vitest";
import { invoice, line, secondsOf } from "../../../test/testing/provider-objects.ts";
import {
  addMonths,
  boughtIn,
  chargesFrom,
  type Discount,
  laterCharges,
  MONTHS,
  sum,
  withTax,
} from "./later-charges.ts";

const START = secondsOf("2026-01-15T03:00:00Z");
const at = (instant: string) => new Date(instant).toISOString();
const monthly = (balance: number, price = 1650, discount?: Discount) =>
  chargesFrom({ start: START, first: 1, plan: "monthly", balance, price, discount });

describe("the charges of the renewals", () => {
  test.each([
    // A charge below 50 yen waits for the next one.
    [0, 1650, [1650, "2026-02-15", 1650]],
    [-1599, 1650, [51, "2026-02-15", 51]],
    [-1600, 1650, [50, "2026-02-15", 50]],
    [-1601, 1650, [0, "2026-03-15", 1699]],
    [-1649, 1650, [0, "2026-03-15", 1651]],
    [-1650, 1650, [0, "2026-03-15", 1650]],
    [-1651, 1650, [0, "2026-03-15", 1649]],
    [-3250, 1650, [0, "2026-03-15", 50]],
    [-3251, 1650, [0, "2026-04-15", 1699]],
    [49, 1650, [1699, "2026-02-15", 1699]],
    [0, 50, [50, "2026-02-15", 50]],
    [0, 49, [0, "2026-03-15", 98]],
    [0, 1, [0, "2030-03-15", 50]],
  ] as const)("with a balance of %i yen and a price of %i", (balance, price, [next, due, first]) => {
    expect(monthly(balance, price)).toEqual({
      credit: balance < 0 ? -balance : 0,
      next_charge_at: at("2026-02-15T03:00:00Z"),
      next_charge: next,
      first_due_at: at(`${due}T03:00:00Z`),
      first_due: first,
    });
  });

  test.each([
    ["monthly", 0, "2026-01-15"],
    ["monthly", 1, "2026-02-15"],
    ["yearly", 0, "2026-01-15"],
    ["yearly", 1, "2027-01-15"],
  ] as const)("of a %s plan begin with number %i on %s", (plan, first, day) => {
    expect(MONTHS).toEqual({ monthly: 1, yearly: 12 });
    const charges = chargesFrom({ start: START, first, plan, balance: 0, price: 1000, discount: undefined });
    expect(charges).toMatchObject({ next_charge_at: at(`${day}T03:00:00Z`), next_charge: 1000 });
  });

  test.each([
    ["a second after the renewal", 1, 825],
    ["at the renewal", 0, 1650],
    ["a second before the renewal", -1, 1650],
  ])("have the full price from a discount's end on: %s", (_when, offset, charge) => {
    const end = addMonths(START, 1) + offset;
    expect(monthly(0, 825, { end, fullPrice: 1650 })).toMatchObject({ next_charge: charge, first_due: charge });
  });

  test("of nothing for ever have no due date of their own", () => {
    expect(monthly(0, 0)).toEqual({
      credit: 0,
      next_charge_at: at("2026-02-15T03:00:00Z"),
      next_charge: 0,
      first_due_at: at("2026-02-15T03:00:00Z"),
      first_due: 0,
    });
  });

  test("of nothing at first are due when the discount ends", () => {
    const end = addMonths(START, 3);
    expect(monthly(0, 0, { end, fullPrice: 1650 })).toMatchObject({
      next_charge: 0,
      first_due_at: at("2026-04-15T03:00:00Z"),
      first_due: 1650,
    });
  });

  test("begin with what an invoice sells, and with the credit that it leaves", () => {
    const lines = [line(-700, { start: START - 99, tax: -70 }), line(1500, { start: START, tax: 150 })];
    expect(laterCharges(invoice({ lines, ending_balance: -1601 }), "monthly")).toMatchObject({
      price: 1650,
      credit: 1601,
      next_charge: 0,
      first_due: 1699,
    });
    expect(laterCharges(invoice({ lines, ending_balance: null }), "yearly")).toMatchObject({
      credit: 0,
      next_charge_at: at("2027-01-15T03:00:00Z"),
      next_charge: 1650,
    });
  });
});

describe("what an invoice sells", () => {
  test("is its line above zero, with its own period", () => {
    const lines = [line(0, { start: 1 }), line(-1, { start: 2 }), line(1, { start: 3, end: 4 })];
    expect(boughtIn(invoice({ lines }))).toEqual({ period: { start: 3, end: 4 }, price: 1 });
  });

  test("is an error without one", () => {
    expect(() => boughtIn(invoice({ lines: [line(0), line(-100)] }))).toThrow("sells nothing");
  });

  test.each([
    [line(1500), 1500],
    [line(1500, { tax: 150 }), 1650],
    [line(1500, { inclusiveTax: 136 }), 1500],
    [line(1500, { off: 500, tax: 100 }), 1100],
    [line(-1500, { tax: -150 }), -1650],
    [line(-1500, { off: -500, tax: -100 }), -1100],
  ])("costs its amount without discounts and with exclusive tax: case %#", (given, yen) => {
    expect(withTax(given)).toBe(yen);
  });

  test("sums", () => {
    expect([sum([]), sum([5]), sum([5, -7, 1])]).toEqual([0, 5, -1]);
  });
});

test.each([
  ["2026-01-31T10:00:00Z", 1, "2026-02-28T10:00:00Z"],
  ["2028-01-31T10:00:00Z", 1, "2028-02-29T10:00:00Z"],
  ["2026-01-31T10:00:00Z", 2, "2026-03-31T10:00:00Z"],
  ["2026-01-30T10:00:00Z", 1, "2026-02-28T10:00:00Z"],
  ["2026-01-28T10:00:00Z", 1, "2026-02-28T10:00:00Z"],
  ["2026-03-31T23:59:59Z", 1, "2026-04-30T23:59:59Z"],
  ["2026-12-31T00:00:00Z", 1, "2027-01-31T00:00:00Z"],
  ["2028-02-29T00:00:00Z", 12, "2029-02-28T00:00:00Z"],
  ["2028-02-29T00:00:00Z", 48, "2032-02-29T00:00:00Z"],
  ["2026-05-15T00:00:00Z", 0, "2026-05-15T00:00:00Z"],
])("%s and %i months is %s", (from, months, to) => {
  expect(addMonths(secondsOf(from), months)).toBe(secondsOf(to));
});
