/** Parts of a video, for which watched seconds are counted. */
export const PARTS = 20;

/** A position that the player reported. `at`: ISO 8601. */
interface Reported {
  /** Seconds; null: none yet. */
  position: number | null;
  at: string | null;
}

/** The highest playback rate. */
const RATE_MAX = 2;
/** Seconds that a report may be late or early. */
const TOLERANCE = 5;
/** Seconds between two reports, at most. The player reports every ten seconds while it plays. */
export const GAP_MAX = 60;

/**
 * The seconds of each part that were played between two reports. A jump counts nothing: more was skipped than can be played
 * in the time.
 * @param now of the later report, milliseconds since 1970
 */
export function watchedParts(
  before: Reported,
  after: { position: number; duration: number },
  now: number,
): number[] | null {
  const from = before.position ?? 0;
  const played = after.position - from;
  const elapsed = before.at === null ? 0 : (now - Date.parse(before.at)) / 1000;
  if (played <= 0 || played > GAP_MAX || played > elapsed * RATE_MAX + TOLERANCE || after.duration <= 0) return null;
  const watched = Array<number>(PARTS).fill(0);
  // Whole seconds, so that they add up to the watch time exactly.
  for (let second = from; second < after.position; second++) {
    const part = Math.min(PARTS - 1, Math.floor((second * PARTS) / after.duration));
    watched[part] = (watched[part] ?? 0) + 1;
  }
  return watched;
}
