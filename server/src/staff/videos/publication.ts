const DATE_TIME = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T\s]+(\d{1,2}):(\d{2})(?::\d{2})?)?$/;
const ISO = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/;
const DRAFT = /^(下書き|draft)$/i;

/** Japan has no summer time. */
const JAPAN_OFFSET = 9;

/**
 * When a CSV says that a video comes out, by the calendar of Japan.
 * @param now ISO 8601; what an empty cell means
 * @returns ISO 8601; null for a draft; undefined when it is no time
 */
export function parsePublication(text: string, now: string): string | null | undefined {
  const given = text.normalize("NFKC").trim();
  if (given === "") return now;
  if (DRAFT.test(given)) return null;
  if (ISO.test(given)) return Number.isNaN(Date.parse(given)) ? undefined : new Date(given).toISOString();
  const match = DATE_TIME.exec(given);
  if (!match) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = match
    .slice(1)
    .map((part) => Number(part ?? 0));
  if (year < 2000 || year > 2100 || hour > 23 || minute > 59) return undefined;
  const date = new Date(Date.UTC(year, month - 1, day));
  // The 31st of a month that has 30 days becomes the 1st of the next.
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return undefined;
  return new Date(Date.UTC(year, month - 1, day, hour - JAPAN_OFFSET, minute)).toISOString();
}
