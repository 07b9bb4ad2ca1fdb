import type { VideoCard as Video } from "../../api/answers.ts";
import { Skeleton } from "../../ui/skeleton.tsx";
import { useLocked } from "./use-locked.ts";
import { type CardSlots, VideoCard } from "./video-card.tsx";

const GAPS = "grid grid-cols-1 gap-x-5 gap-y-8";
const COLUMNS = "md:grid-cols-2 xl:grid-cols-4";
const GRID = `${GAPS} ${COLUMNS}`;

export interface VideoGridProps<V extends Video> {
  videos: readonly V[];
  /** Visible without scrolling. */
  isEager?: boolean;
  slots?: ((video: V) => CardSlots) | undefined;
  /** Its columns, if they are those of a grid around it. */
  columns?: string;
}

/** Cards in 4, 2 or 1 columns. */
export function VideoGrid<V extends Video>(props: VideoGridProps<V>) {
  const { videos, isEager = false, slots, columns = COLUMNS } = props;
  const isLocked = useLocked();
  return (
    <ul className={`${GAPS} ${columns}`}>
      {videos.map((video, index) => (
        <li key={video.id}>
          <VideoCard video={video} isLocked={isLocked} isEager={isEager && index < 4} {...slots?.(video)} />
        </li>
      ))}
    </ul>
  );
}

/** Must stand inside a SkeletonGroup. */
export function VideoGridSkeleton({ count }: { count: number }) {
  return (
    <div className={GRID}>
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className="grid gap-3">
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
