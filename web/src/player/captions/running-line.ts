/** Milliseconds. A player may stop a little before the second that it was sent to. */
const TOLERANCE = 50;

/** @param lines sorted by time @returns the index of the last line that has begun at a second; -1 before the first one */
export function runningLine(lines: readonly { starts_ms: number }[], seconds: number): number {
  return lines.findLastIndex(({ starts_ms }) => starts_ms <= seconds * 1000 + TOLERANCE);
}
