import type { PaidPlan } from "@manabiya/contract/billing/subscription.ts";

const MONTHS: Record<PaidPlan, number> = { monthly: 1, yearly: 12 };

/**
 * When a plan that begins now renews, as the card provider counts: the same day of a later month by UTC, or that month's
 * last one where it has no such day. What is asked at eight in the morning in Japan is still of the day before.
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
