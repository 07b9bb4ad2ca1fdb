import { readInstant } from "../../csv/instant.ts";

/** A video of a member's list, by its id at the host. */
export interface ListEntry {
  video_id: string;
  at: string;
  /** Seconds; both null outside the history. */
  position: number | null;
  duration: number | null;
}

const SEPARATOR = "|";
const ENTRY = /^(\S{1,200})(?: (\S+)(?: (\d{1,6}) (\d{1,6}))?)?$/;

/** Milliseconds between entries without a time: the first is the newest. */
const STEP = 1_000;

/**
 * Reads a cell such as "dQw4w9WgXcQ 2026-01-31T09:00:00Z 120 600|x7Ks9…". Of a repeated video the first entry counts.
 * @param now milliseconds since 1970
 * @returns null for another form
 */
export function readEntries(cell: string, now: number): ListEntry[] | null {
  const entries = new Map<string, ListEntry>();
  for (const [index, text] of cell.split(SEPARATOR).entries()) {
    const given = text.trim();
    if (given === "") continue;
    const [, video_id = "", time, position, duration] = ENTRY.exec(given) ?? [];
    const at = time === undefined ? new Date(now - index * STEP).toISOString() : readInstant(time);
    if (video_id === "" || at === null || Date.parse(at) > now) return null;
    const seconds = (digits: string | undefined) => (digits === undefined ? null : Number(digits));
    if (!entries.has(video_id)) {
      entries.set(video_id, { video_id, at, position: seconds(position), duration: seconds(duration) });
    }
  }
  return [...entries.values()];
}

/** The cell that `readEntries` reads. */
export function writeEntries(entries: readonly ListEntry[]): string {
  return entries
    .map(({ video_id, at, position, duration }) =>
      [video_id, at, ...(position === null || duration === null ? [] : [position, duration])].join(" "),
    )
    .join(SEPARATOR);
}
