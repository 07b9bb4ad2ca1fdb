/** Seconds before the end from which a video counts as watched. */
const LAST_SECONDS = 10;
/** Share of the video from which it counts as watched: what follows is the farewell. */
const WATCHED_SHARE = 0.95;
/** Seconds below which somebody has only looked in. */
const LOOKED_IN = 5;

/**
 * Whether somebody stopped in the middle, so that it is worth going on from there.
 * @param position seconds into the video where they stopped; null when never started
 * @param duration seconds; null when not known
 */
export function isUnfinished(position: number | null, duration: number | null): boolean {
  if (position === null || position < LOOKED_IN) return false;
  if (duration === null) return true;
  return position < duration - LAST_SECONDS && position < duration * WATCHED_SHARE;
}

/** @returns the second from which playback starts: where they stopped, or 0 when they had reached the end. */
export function resumeAt(position: number | null, duration: number | null): number {
  return position !== null && isUnfinished(position, duration) ? position : 0;
}
