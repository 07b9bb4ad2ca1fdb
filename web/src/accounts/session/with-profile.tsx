import type { ReactNode } from "react";
import type { Profile } from "../../api/answers.ts";
import { Failure } from "../../ui/failure.tsx";
import { Loading } from "../../ui/spinner.tsx";
import { useProfile } from "./profile.ts";

/** For guards that stand in the files of the pages that they guard. */
export function WithProfile({ children }: { children: (profile: Profile) => ReactNode }) {
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
