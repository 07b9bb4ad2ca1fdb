import { formatClock } from "@manabiya/contract/rules/clock-time.ts";
import { Lock } from "lucide-react";
import type { VideoCard } from "../../api/answers.ts";
import { classNames } from "../../ui/class-names.ts";
import { spokenDuration } from "./duration.ts";

const WEEK = 7 * 24 * 60 * 60 * 1000;

/** The parent must be positioned. */
export function CardMarks({ video, isLocked }: { video: Pick<VideoCard, "duration" | "position">; isLocked: boolean }) {
  const { duration } = video;
  return (
    <>
      {isLocked && (
        <span className="absolute top-2 right-2 flex items-center gap-1 rounded-md bg-scrim px-2 py-0.5 text-xs text-on-scrim @max-[10rem]:sr-only">
          <Lock aria-hidden className="size-3.5" />
          要プラン
        </span>
      )}
      {duration !== null && (
        <span className="absolute right-2 bottom-2 flex items-center gap-1 rounded-md bg-scrim px-1.5 text-xs whitespace-nowrap text-on-scrim @max-[10rem]:right-1 @max-[10rem]:bottom-1.5 @max-[4rem]:sr-only">
          {/* A small picture has no room for two marks. */}
          {isLocked && <Lock aria-hidden className="size-3 @min-[10rem]:hidden" />}
          <span className="sr-only">再生時間 {spokenDuration(duration)}</span>
          <span aria-hidden>{formatClock(duration)}</span>
        </span>
      )}
      <Progress video={video} />
    </>
  );
}

/** Shown for videos of the last seven days. */
export function NewMark({ video, className }: { video: Pick<VideoCard, "created_at">; className?: string }) {
  if (!(Date.now() - Date.parse(video.created_at) < WEEK)) return null;
  return (
    <span className={classNames("rounded-md bg-signal px-2 text-xs font-bold text-on-signal", className)}>新着</span>
  );
}

/** The parent must be positioned. */
export function Progress({ video: { duration, position } }: { video: Pick<VideoCard, "duration" | "position"> }) {
  if (position === null || position === 0 || duration === null) return null;
  const percent = Math.min(100, Math.max(2, Math.round((position / duration) * 100)));
  return (
    <div className="absolute inset-x-0 bottom-0 h-1 bg-scrim forced-color-adjust-none">
      <div className="h-full bg-signal" style={{ width: `${percent}%` }} />
      <span className="sr-only">{percent}%視聴済み</span>
    </div>
  );
}
