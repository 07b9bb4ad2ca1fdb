/** Milliseconds. */
export const HOUR = 60 * 60 * 1000;
export const DAY = 24 * HOUR;
/** Milliseconds ahead of UTC. Japan has no summer time. */
export const JAPAN = 9 * HOUR;

/** The calendar day in Japan, such as "2026-11-21". @param ms milliseconds since 1970 */
export function japanDay(ms: number): string {
  return new Date(ms + JAPAN).toISOString().slice(0, 10);
}

/** The first instant of a day in Japan, milliseconds since 1970. */
export function startOfJapanDay(day: string): number {
  return Date.parse(day) - JAPAN;
}

/** The day so many days later, or earlier if negative. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY).toISOString().slice(0, 10);
}

/** The same day so many months later, or the last day of a shorter month. */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 0, date = 0] = day.split("-").map(Number);
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, last))).toISOString().slice(0, 10);
}

/** The number of days of a range, both ends included. */
export function countDays(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY) + 1;
}
