import type { SubscriptionStatus } from "../accounts/user.ts";

const DAY = 24 * 60 * 60 * 1000;

export const TRIAL_DAYS = 7;

/** Everything that decides whether a user may watch; instants are ISO 8601. */
export interface ViewingRights {
  subscription_status: SubscriptionStatus;
  subscription_end_date: string | null;
  cancel_at_period_end: boolean;
  /** The end of complimentary access, which a superuser gives. The profile presents it as a subscription. */
  access_granted_until?: string | null;
  created_at: string;
  /** Set while staff suspend the account. */
  suspended_at?: string | null;
  /** Set once the account is closed. */
  closed_at?: string | null;
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

export function hasComplimentaryAccess(user: Pick<ViewingRights, "access_granted_until">, now: number): boolean {
  return Date.parse(user.access_granted_until ?? "") > now;
}

/**
 * The only place that decides who may watch. The server allows with its own clock; the browser uses the same rule to
 * offer a plan before the server refuses.
 */
export function canWatch(user: ViewingRights, now: number): boolean {
  if (user.closed_at || user.suspended_at) return false;
  if (isStaff(user) || hasComplimentaryAccess(user, now)) return true;
  if (user.subscription_status === "trial") return now < trialEnd(user.created_at);
  return (
    user.subscription_status === "active" && !(user.cancel_at_period_end && endsBy(user.subscription_end_date, now))
  );
}

/**
 * Whether somebody may watch this video: staff open single videos to everybody (decisions/030).
 * @param user null: a visitor
 */
export function canWatchVideo(user: ViewingRights | null, video: { opened_at: string | null }, now: number): boolean {
  return video.opened_at !== null || (user !== null && canWatch(user, now));
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
