import { PAGE_SIZE } from "@manabiya/contract/rules/pager.ts";
import { type ComponentType, type ReactNode, useEffect, useEffectEvent } from "react";
import { Navigate, useSearchParams } from "react-router";
import type { VideoCard } from "../../api/answers.ts";
import { classNames } from "../../ui/class-names.ts";
import { Failure } from "../../ui/loaded.tsx";
import { SkeletonGroup } from "../../ui/skeleton.tsx";
import type { CardSlots } from "../videos/video-card.tsx";
import { VideoGrid, type VideoGridProps, VideoGridSkeleton } from "../videos/video-grid.tsx";
import { withPage } from "../../paging/change-address.ts";
import { Pager } from "../../paging/pager.tsx";
import { useFocusOnOtherPage } from "../../paging/use-focus-on-other-page.ts";
import type { VideoList } from "./use-video-list.ts";

interface VideoListViewProps<V extends VideoCard> {
  list: VideoList<V>;
  /** The message of a failure. */
  failure: string;
  empty: ReactNode;
  slots?: (video: V) => CardSlots;
  Grid?: ComponentType<VideoGridProps<V>>;
}

/** A page of videos with its pager, or the reason for its absence. */
export function VideoListView<V extends VideoCard>({
  list,
  failure,
  empty,
  slots,
  Grid = VideoGrid,
}: VideoListViewProps<V>) {
  const [search] = useSearchParams();
  const { videos, page, last, isBeyond, isOtherPage, isFetching, refetch } = list;
  const section = useFocusOnOtherPage(page);
  // All cards of page 1 were removed, so the next ones must be fetched.
  const isUsedUp = isBeyond && page === 1;
  const refetchPage = useEffectEvent(refetch);
  useEffect(() => {
    if (isUsedUp) refetchPage();
  }, [isUsedUp]);

  if (list.error && (!list.hasData || isUsedUp)) {
    return <Failure message={failure} query={list} />;
  }
  if (!list.hasData || (isUsedUp && isFetching)) return <ListSkeleton />;
  if (isBeyond && page > 1) return <Navigate replace to={withPage(search, Math.min(page - 1, last))} />;
  if (videos.length === 0) return empty;
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-labelledby="list"
      aria-busy={isOtherPage}
      className="grid gap-8 outline-none"
    >
      <h2 id="list" className="sr-only">
        動画一覧
      </h2>
      <div inert={isOtherPage} className={classNames("transition-opacity", isOtherPage && "opacity-50 delay-150")}>
        <Grid videos={videos} isEager slots={slots} />
      </div>
      {last > 1 && <Pager current={page} last={last} />}
    </section>
  );
}

/** As high as a full page, so that going back can restore the scroll position before the videos load. */
function ListSkeleton() {
  return (
    <SkeletonGroup>
      <VideoGridSkeleton count={PAGE_SIZE} />
    </SkeletonGroup>
  );
}
