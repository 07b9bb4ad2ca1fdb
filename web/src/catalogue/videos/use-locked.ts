import { useProfile, viewingRight } from "../../accounts/session/profile.ts";

/** Whether videos are known to be closed to the signed-in member; false until the profile has come. */
export function useLocked(): boolean {
  const { data } = useProfile();
  return data !== undefined && viewingRight(data, Date.now()) === "denied";
}
