import { isStaff } from "@manabiya/contract/rules/can-watch.ts";
import type { CurrentUser } from "../sessions/current-user.ts";

type Staff = Pick<CurrentUser, "is_staff" | "is_superuser" | "must_have_second_factor">;

/** @param ofAll whether the service requires a second factor of all staff */
export function isSecondFactorRequired(user: Staff, ofAll: boolean): boolean {
  return isStaff(user) && (ofAll || user.must_have_second_factor);
}

/** Whether staff calls refuse this user until the account has a second factor. */
export function needsSecondFactor(user: Staff & Pick<CurrentUser, "has_second_factor">, ofAll: boolean): boolean {
  return isSecondFactorRequired(user, ofAll) && !user.has_second_factor;
}
