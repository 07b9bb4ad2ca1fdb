import { Fragment, useEffect } from "react";
import { Navigate, Outlet, useLocation } from "react-router";
import { wayBackTo } from "./next-path.ts";
import { useSession } from "./session.ts";
import { site } from "../site.ts";

/** Wraps members' pages; visitors log in first and return. A change of member remounts the page. */
export function MembersOnly() {
  const { user, hasLoggedOut } = useSession();
  const location = useLocation();
  if (!user) return <Navigate replace to={hasLoggedOut ? "/login" : wayBackTo(location, "/login")} />;
  return (
    <Fragment key={user.id}>
      <Outlet />
    </Fragment>
  );
}

/** Unknown addresses lead to the landing page, outside the application. */
export function ToLanding() {
  useEffect(() => window.location.replace(site.firstLanding), []);
  return null;
}
