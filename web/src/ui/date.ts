const timeZone = "Asia/Tokyo";

const DAY = new Intl.DateTimeFormat("ja-JP", { dateStyle: "long", timeZone });
const MINUTE = new Intl.DateTimeFormat("ja-JP", { dateStyle: "long", timeStyle: "short", timeZone });

/** "2026-11-21T08:00:00.000Z" → "2026年11月21日" by Japan's calendar; null for an invalid date. */
export function formatDay(instant: string): string | null {
  return format(DAY, Date.parse(instant));
}

/** With the time: "2026年11月21日 17:00". */
export function formatMinute(instant: string): string | null {
  return format(MINUTE, Date.parse(instant));
}

function format(formatter: Intl.DateTimeFormat, time: number): string | null {
  return Number.isNaN(time) ? null : formatter.format(time);
}

/** The last day before an end, which at midnight belongs to the next day. Texts with まで name this day. */
export function formatLastDay(end: string): string | null {
  return format(DAY, Date.parse(end) - 1);
}
