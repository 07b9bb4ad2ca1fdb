const PARTS = new Intl.DateTimeFormat("ja-JP", {
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
  timeZone: "Asia/Tokyo",
});

/** "2026-11-03T20:00:00.000Z" → "2026.11.04" by Japan's calendar; null for an invalid date. */
export function noticeDate(instant: string): string | null {
  const time = Date.parse(instant);
  return Number.isNaN(time) ? null : PARTS.format(time).replaceAll("/", ".");
}
