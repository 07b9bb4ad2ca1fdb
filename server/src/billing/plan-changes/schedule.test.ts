import type Stripe from "stripe";
import { expect, test } from "vitest";
import { scheduledChange } from "./schedule.ts";

const phase = (start_date: number, interval: string, more: object = {}) => ({
  start_date,
  items: [{ price: { recurring: { interval, interval_count: 1 }, ...more } }],
});
const schedule = (end_date: number | null, ...phases: object[]) =>
  ({
    current_phase: end_date === null ? null : { start_date: 0, end_date },
    phases,
  }) as unknown as Stripe.SubscriptionSchedule;
const NEXT = { to_plan: "monthly", changes_at: "1970-01-01T00:01:40.000Z" };

test.each<[string, Stripe.SubscriptionSchedule | null, object | null]>([
  ["no schedule", null, null],
  ["the other plan next", schedule(100, phase(0, "year"), phase(100, "month")), NEXT],
  ["the other plan later", schedule(99, phase(0, "year"), phase(100, "month")), NEXT],
  ["the other plan before", schedule(101, phase(100, "month"), phase(0, "year")), null],
  ["the same plan next", schedule(100, phase(0, "year"), phase(100, "year")), null],
  ["the nearest of two", schedule(100, phase(0, "year"), phase(100, "year"), phase(200, "month")), null],
  ["a plan that we do not sell", schedule(100, phase(0, "year"), phase(100, "week")), null],
  ["a price that was deleted", schedule(100, phase(100, "month", { deleted: true })), null],
  ["a price that was not read", schedule(100, { start_date: 100, items: [{ price: "price_1" }] }), null],
  ["no phase that runs", schedule(null, phase(100, "month")), NEXT],
])("%s", (_what, given, expected) => {
  expect(scheduledChange(given, "yearly")).toEqual(expected);
});
