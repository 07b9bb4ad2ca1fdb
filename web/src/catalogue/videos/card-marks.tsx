import { formatClock } from "@manabiya/contract/rules/clock-time.ts";
import { Lock } from "lucide-react";
import type { VideoCard } from "../../api/answers.ts";
import { classNames } from "../../ui/class-names.ts";
import { spokenDuration } from "./duration.ts";

const WEEK = 7 * 24 * 60 * 60 * 1000;

/** The parent must be positioned. */
export function CardMarks({ video, isLocked }: { video: Pick<VideoCard, "duration" | "position">; isLocked: boolean }) {
  const { duration, position } = video;
  return (
    <>
      {isLocked && (
        <span className="absolute top-2 right-2 flex items-center gap-1 rounded-md bg-scrim px-2 py-0.5 text-xs text-on-scrim">
          <Lock aria-hidden className="size-3.5" />
          要プラン
        </span>
      )}
      {duration !== null && (
        <span className="absolute right-2 bottom-2 rounded-md bg-scrim px-1.5 text-xs whitespace-nowrap text-on-scrim">
          <span className="sr-only">再生時間 {spokenDuration(duration)}</span>
          <span aria-hidden>{formatClock(duration)}</span>
        </span>
      )}
      {position !== null && position > 0 && duration !== null && <Progress share={position / duration} />}
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

function Progress({ share }: { share: number }) {
  const percent = Math.min(100, Math.max(2, Math.round(share * 100)));
  return (
    <div className="absolute inset-x-0 bottom-0 h-1 bg-scrim forced-color-adjust-none">
      <div className="h-full bg-signal" style={{ width: `${percent}%` }} />
      <span className="sr-only">{percent}%視聴済み</span>
    </div>
  );
}
