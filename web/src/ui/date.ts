const timeZone = "Asia/Tokyo";

const DAY = new Intl.DateTimeFormat("ja-JP", { dateStyle: "long", timeZone });
const MINUTE = new Intl.DateTimeFormat("ja-JP", { dateStyle: "long", timeStyle: "short", timeZone });

/** "2026-11-21T08:00:00.000Z" → "2026年11月21日" by Japan's calendar; null for an invalid date. */
export function formatDay(instant: string): string | null {
  return format(DAY, instant);
}

/** With the time: "2026年11月21日 17:00". */
export function formatMinute(instant: string): string | null {
  return format(MINUTE, instant);
}

function format(formatter: Intl.DateTimeFormat, instant: string): string | null {
  const time = Date.parse(instant);
  return Number.isNaN(time) ? null : formatter.format(time);
}

/** The day before an end at midnight, which belongs to the next day. */
export function formatLastDay(end: string): string | null {
  return formatDay(new Date(Date.parse(end) - 1).toISOString());
}
