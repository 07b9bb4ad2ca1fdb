import { nfkc } from "@manabiya/contract/nfkc.ts";

const DATE_TIME = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T\s]+(\d{1,2}):(\d{2})(?::\d{2})?)?$/;
const ISO = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}(:?\d{2})?)$/;

/** Hours. Japan has no daylight saving time. */
const JAPAN_OFFSET = 9;

/**
 * Reads a cell's date or time. One without an offset is of Japan; ISO 8601 also in the form of databases, such as
 * "2026-01-31 09:00:00.123456+00".
 * @returns ISO 8601, null for anything else
 */
export function readInstant(cell: string): string | null {
  const given = nfkc(cell).trim();
  if (ISO.test(given)) {
    const instant = Date.parse(given.replace(" ", "T").replace(/([+-]\d{2})$/, "$1:00"));
    return Number.isNaN(instant) ? null : new Date(instant).toISOString();
  }
  const match = DATE_TIME.exec(given);
  if (!match) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = match.slice(1).map((part) => Number(part ?? 0));
  if (year < 2000 || year > 2100 || hour > 23 || minute > 59) return null;
  const date = new Date(Date.UTC(year, month - 1, day));
  // `Date` turns the 31st of a month with 30 days into the 1st of the next.
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return null;
  return new Date(Date.UTC(year, month - 1, day, hour - JAPAN_OFFSET, minute)).toISOString();
}
