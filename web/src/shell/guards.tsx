import { Fragment, useEffect } from "react";
import { Navigate, Outlet, useLocation } from "react-router";
import type { Profile } from "../api/answers.ts";
import { wayBackTo } from "../accounts/session/next-path.ts";
import { useProfile } from "../accounts/session/profile.ts";
import { useSession } from "../accounts/session/session.ts";
import { Failure } from "../ui/failure.tsx";
import { Loading } from "../ui/spinner.tsx";
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

/** For guards that stand in the files of the pages that they guard. */
export function WithProfile({ children }: { children: (profile: Profile) => React.ReactNode }) {
  const { data, isPending, isFetching, refetch } = useProfile();
  if (data) return children(data);
  if (isPending) return <Loading className="min-h-60" />;
  return (
    <Failure
      message="プロファイル情報の取得に失敗しました。"
      onRetry={() => void refetch()}
      isRetrying={isFetching}
      className="m-4"
    />
  );
}

/** Unknown addresses lead to the landing page, outside the application. */
export function ToLanding() {
  useEffect(() => window.location.replace(site.firstLanding), []);
  return null;
}
