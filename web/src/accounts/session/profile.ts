import { contract } from "@manabiya/contract";
import type { Profile } from "@manabiya/contract/accounts/profile.ts";
import { canWatch, isStaff, trialDaysLeft, trialEnd } from "@manabiya/contract/rules/can-watch.ts";
import { useQuery } from "@tanstack/react-query";
import { query } from "../../api/calls.ts";
import { useSession } from "./session.ts";

/** The member's profile; there is no other copy of it. Not fetched for visitors. */
export function useProfile() {
  const { user } = useSession();
  return useQuery({ ...query(contract.profile.get), select: withTrial, enabled: user !== null });
}

/** Servers of the product need not count the days of a trial. */
function withTrial(profile: Profile): Profile {
  return { ...profile, trial_days_left: profile.trial_days_left ?? trialDaysLeft(profile, Date.now()) };
}

/** Whether the signed-in member is known to be staff: false until the profile has come. */
export function useIsStaff(): boolean {
  const { data } = useProfile();
  return data !== undefined && isStaff(data);
}

/**
 * "unreadable": the trial's beginning is not a date. The server says itself who may watch, by its own clock;
 * one that does not is asked nothing more than the rule both sides share.
 */
export function viewingRight(
  profile: Omit<Profile, "can_watch"> & { can_watch?: boolean },
  now: number,
): "allowed" | "denied" | "unreadable" {
  const isTrial = profile.subscription_status === "trial" && !isStaff(profile);
  if (isTrial && Number.isNaN(trialEnd(profile.created_at))) return "unreadable";
  return (profile.can_watch ?? canWatch(profile, now)) ? "allowed" : "denied";
}
