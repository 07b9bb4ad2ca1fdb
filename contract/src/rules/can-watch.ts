import type { SubscriptionStatus } from "../accounts/user.ts";

const DAY = 24 * 60 * 60 * 1000;

export const TRIAL_DAYS = 7;

/** What viewing rights depend on; instants are ISO 8601. */
export interface ViewingRights {
  subscription_status: SubscriptionStatus;
  subscription_end_date: string | null;
  cancel_at_period_end: boolean;
  created_at: string;
  is_staff: boolean;
  is_superuser: boolean;
}

export function isStaff(user: Pick<ViewingRights, "is_staff" | "is_superuser">): boolean {
  return user.is_staff || user.is_superuser;
}

/** @returns when the trial ends, in milliseconds since 1970; NaN when `created_at` is not a date. */
export function trialEnd(created_at: string): number {
  return Date.parse(created_at) + TRIAL_DAYS * DAY;
}

/**
 * The only place that decides who may watch. Both sides use it: the server with its own clock to allow,
 * the browser to lead people on before they meet a closed door.
 */
export function canWatch(user: ViewingRights, now: number): boolean {
  if (isStaff(user)) return true;
  if (user.subscription_status === "trial") return now < trialEnd(user.created_at);
  if (user.subscription_status !== "active") return false;
  return !(user.cancel_at_period_end && endsBy(user.subscription_end_date, now));
}

/** @returns days left of a running trial, rounded up (the last hours are "1"); null without one. */
export function trialDaysLeft(
  user: Pick<ViewingRights, "subscription_status" | "created_at">,
  now: number,
): number | null {
  if (user.subscription_status !== "trial") return null;
  return Math.max(0, Math.ceil((trialEnd(user.created_at) - now) / DAY));
}

function endsBy(instant: string | null, now: number): boolean {
  return instant !== null && Date.parse(instant) <= now;
}
