import { useProfile, viewingRight } from "../../api/profile.ts";

/** True if the member has no access; false until the profile is loaded. */
export function useLocked(): boolean {
  const { data } = useProfile();
  return data !== undefined && viewingRight(data) === "denied";
}
