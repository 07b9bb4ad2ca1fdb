/** Seconds before the end from which a video counts as watched. */
const LAST_SECONDS = 10;
/** Part of the video from which it counts as watched: only the farewell follows. */
const WATCHED_SHARE = 0.95;
/** Seconds; below them playback counts as not started. */
const STARTED = 5;

/**
 * Whether the member stopped in the middle.
 * @param position seconds into the video; null when never started
 * @param duration seconds; null when not known
 */
export function isUnfinished(position: number | null, duration: number | null): boolean {
  if (position === null || position < STARTED) return false;
  if (duration === null) return true;
  return position < duration - LAST_SECONDS && position < duration * WATCHED_SHARE;
}

/** @returns the second from which playback starts: the position, or 0 after the end. */
export function resumeAt(position: number | null, duration: number | null): number {
  return position !== null && isUnfinished(position, duration) ? position : 0;
}
