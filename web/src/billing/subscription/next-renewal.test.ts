import type { PaidPlan } from "@manabiya/contract/billing/subscription.ts";
import { expect, test } from "vitest";
import { nextRenewal } from "./next-renewal.ts";

test.each<[PaidPlan, now: string, renewal: string]>([
  ["monthly", "2026-11-22T10:00:00.000Z", "2026-12-22T10:00:00.000Z"],
  ["yearly", "2026-11-22T10:00:00.000Z", "2027-11-22T10:00:00.000Z"],
  ["monthly", "2026-12-31T10:00:00.000Z", "2027-01-31T10:00:00.000Z"],
  ["monthly", "2027-01-31T10:00:00.000Z", "2027-02-28T10:00:00.000Z"],
  ["yearly", "2028-02-29T10:00:00.000Z", "2029-02-28T10:00:00.000Z"],
  // It is already the 31st in Japan; there the renewal falls on March 1.
  ["monthly", "2027-01-30T20:00:00.000Z", "2027-02-28T20:00:00.000Z"],
  // It is already March 1 in Japan; there the renewal falls on the 29th.
  ["monthly", "2027-02-28T20:00:00.000Z", "2027-03-28T20:00:00.000Z"],
])("a %s plan of %s renews at %s", (plan, now, renewal) => {
  expect(nextRenewal(plan, Date.parse(now))).toBe(renewal);
});
