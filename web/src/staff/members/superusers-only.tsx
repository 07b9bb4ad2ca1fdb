import type { ReactNode } from "react";
import { Navigate } from "react-router";
import { useProfile } from "../../accounts/session/profile.ts";

/** Around screens of superusers; other staff are led to their profile. Inside StaffOnly, so the profile is there. */
export function SuperusersOnly({ children }: { children: ReactNode }) {
  const { data } = useProfile();
  return data?.is_superuser ? children : <Navigate replace to="/profile" />;
}
