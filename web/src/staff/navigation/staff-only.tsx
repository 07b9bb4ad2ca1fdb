import { isStaff } from "@manabiya/contract/rules/can-watch.ts";
import { Navigate, Outlet } from "react-router";
import { WithProfile } from "../../api/with-profile.tsx";

/** Wraps staff's pages, inside MembersOnly. */
export function StaffOnly() {
  return (
    <WithProfile>
      {(profile) => {
        if (!isStaff(profile)) return <Navigate replace to="/profile" />;
        return profile.needs_second_factor ? <Navigate replace to="/profile/security" /> : <Outlet />;
      }}
    </WithProfile>
  );
}
