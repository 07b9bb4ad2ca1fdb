import type { PaidPlan } from "@manabiya/contract/billing/subscription.ts";

const MONTHS: Record<PaidPlan, number> = { monthly: 1, yearly: 12 };

/**
 * The card provider counts by UTC: the same day of a later month, or that month's last day. At 8:00 in Japan it is
 * still the day before by UTC.
 * @param now milliseconds since 1970
 * @returns ISO 8601
 */
export function nextRenewal(plan: PaidPlan, now: number): string {
  const date = new Date(now);
  const day = date.getUTCDate();
  date.setUTCMonth(date.getUTCMonth() + MONTHS[plan] + 1, 0);
  date.setUTCDate(Math.min(day, date.getUTCDate()));
  return date.toISOString();
}
