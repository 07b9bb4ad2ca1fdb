import type Stripe from "stripe";

const SECONDS = { day: 86_400, week: 7 * 86_400 };

/**
 * The first end of a period after an instant, in UTC like Stripe. Months are counted from the anchor: a subscription
 * that began on the 31st renews on the last day of shorter months, and on the 31st again afterwards.
 * @param anchor seconds @param after seconds @returns seconds
 */
export function nextPeriodEnd(anchor: number, recurring: Stripe.Price.Recurring, after: number): number {
  for (let count = periodsBefore(anchor, recurring, after); ; count++) {
    const end = addPeriods(anchor, recurring, count);
    if (end > after) return end;
  }
}

/** A lower bound of the count of periods. */
function periodsBefore(anchor: number, recurring: Stripe.Price.Recurring, after: number): number {
  const longest = addPeriods(0, recurring, 1) + 3 * SECONDS.day;
  return Math.max(1, Math.floor((after - anchor) / longest));
}

/** @returns seconds */
export function addPeriods(anchor: number, recurring: Stripe.Price.Recurring, count: number): number {
  const steps = recurring.interval_count * count;
  if (recurring.interval === "day") return anchor + steps * SECONDS.day;
  if (recurring.interval === "week") return anchor + steps * SECONDS.week;
  return addMonths(anchor, recurring.interval === "year" ? steps * 12 : steps);
}

function addMonths(anchor: number, months: number): number {
  const from = new Date(anchor * 1000);
  const month = from.getUTCMonth() + months;
  const lastDay = new Date(Date.UTC(from.getUTCFullYear(), month + 1, 0)).getUTCDate();
  const midnight = Date.UTC(from.getUTCFullYear(), month, Math.min(from.getUTCDate(), lastDay));
  return midnight / 1000 + (anchor - Math.floor(anchor / SECONDS.day) * SECONDS.day);
}
