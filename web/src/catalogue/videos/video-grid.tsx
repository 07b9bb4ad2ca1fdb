import type { FocusEvent } from "react";
import type { VideoCard as Video } from "../../api/answers.ts";
import { classNames } from "../../ui/class-names.ts";
import { Skeleton } from "../../ui/skeleton.tsx";
import { useLocked } from "./use-locked.ts";
import { type CardSlots, VideoCard } from "./video-card.tsx";

const GAPS = "grid gap-x-5 gap-y-8";
/** As many as the place has room for; one on the narrowest. */
export const COLUMNS = "grid-cols-[repeat(auto-fill,minmax(min(100%,13rem),1fr))]";
/** Eight cards fill whole rows of these. The section is their container. */
const ROW_COLUMNS = "grid-cols-2 @min-[56rem]:grid-cols-4";
/** Leaves out what would stand in a row that is not full. */
const WHOLE_ROWS =
  "md:@max-[56rem]:[&>:nth-child(odd):last-child:not(:first-child)]:hidden @min-[56rem]:not-[:has(>:nth-child(8))]:[&>:nth-child(n+5)]:hidden";
/**
 * On phones a row that scrolls sideways, out to the window's edges. The next card is partly in sight, so that everybody
 * sees that there is more. The padding leaves room for the outline of a focused card.
 */
const ROW =
  "max-md:-mx-4 max-md:-my-2 max-md:flex max-md:snap-x max-md:snap-mandatory max-md:scroll-px-4 max-md:overflow-x-auto max-md:px-4 max-md:py-2 max-md:[scrollbar-width:thin]";
const CARD_OF_ROW = "max-md:w-[70%] max-md:max-w-72 max-md:shrink-0 max-md:snap-start";

export interface VideoGridProps<V extends Video> {
  videos: readonly V[];
  /** Visible without scrolling. */
  isEager?: boolean;
  /** One row on phones, and two or four columns elsewhere. */
  isRow?: boolean;
  hasWholeRows?: boolean;
  /** Pass a named function: the linter takes one that is written here for a component. */
  slots?: ((video: V) => CardSlots) | undefined;
  /** Its columns, if they are those of a grid around it. */
  columns?: string;
}

export function VideoGrid<V extends Video>(props: VideoGridProps<V>) {
  const { videos, isEager = false, isRow = false, hasWholeRows, slots, columns = COLUMNS } = props;
  const isLocked = useLocked();
  return (
    <ul
      className={classNames(GAPS, isRow ? `${ROW_COLUMNS} ${ROW}` : columns, hasWholeRows && WHOLE_ROWS)}
      onFocus={isRow ? showWholeCard : undefined}
    >
      {videos.map((video, index) => (
        <li key={video.id} className={classNames(isRow && CARD_OF_ROW)}>
          <VideoCard
            video={video}
            isLocked={isLocked}
            isEager={isEager && index < 4}
            isInRow={isRow}
            {...slots?.(video)}
          />
        </li>
      ))}
    </ul>
  );
}

/** The browser scrolls to the focused link alone, and the row would snap back from it. */
function showWholeCard({ target }: FocusEvent): void {
  if (!target.matches(":focus-visible")) return;
  target.closest("li")?.scrollIntoView({ block: "nearest", inline: "start" });
}

/** Must stand inside a SkeletonGroup. */
export function VideoGridSkeleton({ count, isRow = false }: { count: number; isRow?: boolean }) {
  return (
    <div className={classNames(GAPS, isRow ? `${ROW_COLUMNS} ${ROW} max-md:overflow-x-hidden` : COLUMNS)}>
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className={classNames("grid gap-3", isRow && CARD_OF_ROW)}>
          <Skeleton className="aspect-video rounded-lg" />
          <div className="grid gap-2">
            <Skeleton className="h-5" />
            <Skeleton className="h-5 w-2/3" />
            <Skeleton className="h-4 w-1/2" />
          </div>
        </div>
      ))}
    </div>
  );
}
