import type { VideoCard } from "../../api/answers.ts";
import { spokenDuration } from "../videos/duration.ts";

/** @returns the total length, such as "約1時間5分"; null if a video's length is unknown */
export function totalLength(videos: { video: Pick<VideoCard, "duration"> }[]): string | null {
  const seconds = videos.reduce((sum, { video }) => sum + (video.duration ?? NaN), 0);
  if (Number.isNaN(seconds) || videos.length === 0) return null;
  const minutes = Math.max(1, Math.round(seconds / 60));
  return `約${spokenDuration(minutes * 60)}`;
}
