import { contract } from "@manabiya/contract";
import { canWatch, isStaff, trialDaysLeft, trialEnd } from "@manabiya/contract/rules/can-watch.ts";
import { useQuery } from "@tanstack/react-query";
import type { Profile } from "../../api/answers.ts";
import { query } from "../../api/calls.ts";
import { useSession } from "./session.ts";

/** The only copy of the member's profile. Visitors do not fetch it. */
export function useProfile() {
  const { user } = useSession();
  return useQuery({ ...query(contract.profile.get), select: withTrial, enabled: user !== null });
}

/** Counts the remaining days of a trial if the server does not. */
function withTrial(profile: Profile): Profile {
  return { ...profile, trial_days_left: profile.trial_days_left ?? trialDaysLeft(profile, Date.now()) };
}

/** False until the profile is loaded. */
export function useIsStaff(): boolean {
  const { data } = useProfile();
  return data !== undefined && isStaff(data);
}

/**
 * The server's own decision counts, because it has the right clock. Without one, the rule that both sides share decides.
 * "unreadable": the trial's beginning is not a date.
 */
export function viewingRight(profile: Profile, now: number): "allowed" | "denied" | "unreadable" {
  const isTrial = profile.subscription_status === "trial" && !isStaff(profile);
  if (isTrial && Number.isNaN(trialEnd(profile.created_at))) return "unreadable";
  return (profile.can_watch ?? canWatch({ cancel_at_period_end: false, ...profile }, now)) ? "allowed" : "denied";
}
