import type { ReactNode } from "react";
import { Navigate, useLocation } from "react-router";
import { wayBackTo } from "../session/next-path.ts";
import { viewingRight } from "../api/profile.ts";
import { WithProfile } from "../api/with-profile.tsx";

/** Wraps pages that need a subscription or a running trial, inside MembersOnly. A payment leads back to the page. */
export function SubscribersOnly({ children }: { children: ReactNode }) {
  const location = useLocation();
  return (
    <WithProfile>
      {(profile) => {
        const right = viewingRight(profile);
        if (right === "allowed") return children;
        return <Navigate replace to={right === "denied" ? wayBackTo(location, "/checkout") : "/error"} />;
      }}
    </WithProfile>
  );
}
