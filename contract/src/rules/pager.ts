/** Entries on a page of a list. */
export const PAGE_SIZE = 20;

/** Notices on a page. */
export const NOTICE_PAGE_SIZE = 10;

/** Lists end here: at 200,000 entries. */
export const PAGE_MAX = 10_000;

/** Pages on either side of the current one. */
const WINDOW = 2;

/** A page number, or a gap in place of several. */
export type PagerEntry = number | "gap";

/** @returns the number of pages; 1 for an empty list. */
export function pageCount(entries: number, size: number = PAGE_SIZE): number {
  return Math.min(PAGE_MAX, Math.max(1, Math.ceil(entries / size)));
}

/** The first page, the last one and those around the current one: 6 of 11 → 1 … 4 5 6 7 8 … 11. */
export function pagerEntries(current: number, last: number): PagerEntry[] {
  const from = Math.max(1, current - WINDOW);
  const to = Math.min(last, current + WINDOW);
  const entries: PagerEntry[] = [];
  if (from > 1) entries.push(1);
  if (from > 2) entries.push("gap");
  for (let page = from; page <= to; page++) entries.push(page);
  if (to < last - 1) entries.push("gap");
  if (to < last) entries.push(last);
  return entries;
}
