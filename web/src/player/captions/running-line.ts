/** Milliseconds. A player may stop a little before the second that it was sent to. */
const TOLERANCE = 50;

/** @param lines sorted by time @returns the index of the last line that has begun at a second; -1 before the first one */
export function runningLine(lines: readonly { starts_ms: number }[], seconds: number): number {
  const now = seconds * 1000 + TOLERANCE;
  let low = 0;
  let high = lines.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((lines[middle]?.starts_ms ?? Infinity) <= now) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
