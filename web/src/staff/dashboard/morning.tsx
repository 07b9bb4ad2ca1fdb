import { staff } from "@manabiya/contract";
import { useQuery } from "@tanstack/react-query";
import { query } from "../../api/calls.ts";
import { Failure } from "../../ui/failure.tsx";
import { Skeleton, SkeletonGroup } from "../../ui/skeleton.tsx";
import { Needs } from "./needs-block.tsx";
import { LastBackup, Yesterday } from "./yesterday.tsx";

/** Today's tasks, and yesterday beside them. */
export function Morning() {
  const { data, isPending, isFetching, refetch } = useQuery(query(staff.dashboard.get));
  const retry = () => void refetch();
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] lg:grid-rows-[auto_1fr]">
      <section aria-labelledby="needs" className="row-span-2 rounded-lg border bg-surface p-4 md:p-6">
        <h2 id="needs" className="text-lg">
          今日の確認事項
        </h2>
        <div className="mt-3">
          {isPending && (
            <SkeletonGroup className="grid gap-5">
              {Array.from({ length: 6 }, (_, index) => (
                <Skeleton key={index} className="h-6" />
              ))}
            </SkeletonGroup>
          )}
          {!isPending && !data && (
            <Failure message="データの取得に失敗しました。" onRetry={retry} isRetrying={isFetching} />
          )}
          {data && <Needs needs={data.needs} onRetry={retry} isRetrying={isFetching} />}
        </div>
      </section>
      {isPending && <Skeleton className="h-72 rounded-lg" />}
      {data && <Yesterday {...data.yesterday} />}
      {data?.last_backup_at !== undefined && (
        <LastBackup at={data.last_backup_at} provenAt={data.proven_backup_at ?? null} command={data.backup_command} />
      )}
    </div>
  );
}
