import { contract } from "@manabiya/contract";
import { isStaff, trialEnd } from "@manabiya/contract/rules/can-watch.ts";
import type { Profile } from "./answers.ts";
import { useRead } from "./calls.ts";
import { useSession } from "../session/session.ts";

/** The only copy of the member's profile. Visitors do not fetch it. */
export function useProfile() {
  const { user } = useSession();
  return useRead(contract.profile.get, undefined, { enabled: user !== null });
}

/** False until the profile is loaded. */
export function useIsStaff(): boolean {
  const { data } = useProfile();
  return data !== undefined && isStaff(data);
}

/** The server decides, because it has the right clock. "unreadable": the trial's beginning is not a date. */
export function viewingRight(profile: Profile): "allowed" | "denied" | "unreadable" {
  const isTrial = profile.subscription_status === "trial" && !isStaff(profile);
  if (isTrial && Number.isNaN(trialEnd(profile.created_at))) return "unreadable";
  return profile.can_watch ? "allowed" : "denied";
}
