import { classNames } from "../../ui/class-names.ts";
import { Skeleton, SkeletonGroup } from "../../ui/skeleton.tsx";
import { PICTURE, WatchLayout } from "./watch-layout.tsx";

export function WatchSkeleton() {
  return (
    <SkeletonGroup label="動画を読み込み中です" className="min-h-dvh">
      <WatchLayout
        player={<div className={classNames(PICTURE, "bg-sunken md:rounded-lg")} />}
        title={
          <>
            <Skeleton className="h-8 w-4/5" />
            <Skeleton className="h-5 w-2/5" />
            <div className="flex gap-2">
              <Skeleton className="h-target w-36" />
              <Skeleton className="h-target w-32" />
            </div>
          </>
        }
        chapters={<Skeleton className="h-96 rounded-lg xl:absolute xl:inset-0 xl:h-auto" />}
        about={
          <>
            <Skeleton className="h-5 max-w-reading" />
            <Skeleton className="h-5 max-w-reading" />
            <Skeleton className="h-5 w-1/2" />
          </>
        }
        related={<Skeleton className="h-96 rounded-lg" />}
      />
    </SkeletonGroup>
  );
}
