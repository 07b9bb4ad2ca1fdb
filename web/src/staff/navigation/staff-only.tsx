import { isStaff } from "@manabiya/contract/rules/can-watch.ts";
import { Navigate, Outlet } from "react-router";
import { WithProfile } from "../../api/with-profile.tsx";

/** Wraps staff's pages, inside MembersOnly. */
export function StaffOnly() {
  return (
    <WithProfile>
      {(profile) => {
        if (!isStaff(profile)) return <Navigate replace to="/profile" />;
        if (profile.needs_second_factor) return <Navigate replace to="/profile/security" />;
        // Columns follow the room beside the sidebar and the size of the text, which the window's width does not know.
        return (
          <div className="@container">
            <Outlet />
          </div>
        );
      }}
    </WithProfile>
  );
}
