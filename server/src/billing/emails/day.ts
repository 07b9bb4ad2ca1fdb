const day = new Intl.DateTimeFormat("ja-JP", { dateStyle: "long", timeZone: "Asia/Tokyo" });

/** The day in Japan, such as 2026年11月21日. @param instant milliseconds since 1970, or ISO 8601 */
export function dayOf(instant: number | string): string {
  return day.format(typeof instant === "string" ? Date.parse(instant) : instant);
}
