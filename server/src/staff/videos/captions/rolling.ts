export interface Cue {
  starts_ms: number;
  ends_ms: number;
  /** Plain texts, none of them empty. */
  rows: string[];
  /** Line of the file, from 1. */
  at: number;
}

/** Milliseconds. YouTube's automatic captions repeat each row alone for 10 ms before it rolls up. */
const BLINK_MS = 50;
const ROLLING_SHARE = 0.25;
/** Automatic captions show two rows at once. More are compared in vain, and thousands would take minutes. */
const ROWS_MAX = 4;

/** Without rows that automatic captions repeat from the cue before. Other files may say the same twice. */
export function withoutRepeats(cues: readonly Cue[]): Cue[] {
  const blinks = cues.filter(({ starts_ms, ends_ms }) => ends_ms - starts_ms <= BLINK_MS && ends_ms - starts_ms > 1);
  if (blinks.length < cues.length * ROLLING_SHARE) return [...cues];
  const result: Cue[] = [];
  let shown: readonly string[] = [];
  for (const cue of cues) {
    const rows = cue.rows.slice(repeated(shown, cue.rows));
    const last = result.at(-1);
    if (rows.length > 0) result.push({ ...cue, rows });
    else if (last) last.ends_ms = Math.max(last.ends_ms, cue.ends_ms);
    shown = cue.rows;
  }
  return result;
}

/** How many rows at the top were the last ones of the cue before. */
function repeated(before: readonly string[], rows: readonly string[]): number {
  for (let count = Math.min(before.length, rows.length, ROWS_MAX); count > 0; count--) {
    if (before.slice(-count).join("\n") === rows.slice(0, count).join("\n")) return count;
  }
  return 0;
}
