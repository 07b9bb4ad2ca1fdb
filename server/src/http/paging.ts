import { PAGE_MAX } from "@manabiya/contract/paging.ts";

/** A list's page as the contract's `paged` promises it. */
export interface PagedResult<T> {
  results: T[];
  count: number;
  next: string | null;
  previous: string | null;
}

/**
 * One page with the addresses of its neighbours: the request's own, with another page. A page beyond the end leads
 * back to the last one.
 * @param url path and query of the request
 */
export function paginate<T>(
  url: string,
  { page, size, count, results }: { page: number; size: number; count: number; results: T[] },
): PagedResult<T> {
  const last = Math.min(PAGE_MAX, Math.ceil(count / size));
  return {
    results,
    count,
    next: page < last ? onPage(url, page + 1) : null,
    previous: page > 1 && last > 0 ? onPage(url, Math.min(page - 1, last)) : null,
  };
}

function onPage(url: string, page: number): string {
  const [path = "", query] = url.split("?", 2);
  const parameters = new URLSearchParams(query);
  parameters.set("page", String(page));
  return `${path}?${parameters.toString()}`;
}

/** Every row carries the whole list's count; beyond the end there is one row with nothing else. */
export type CountedRow<Row extends { id: number }> = { count: number } & (
  | Row
  | { [Column in keyof Row]: null }
);

/** Takes apart what a statement of `CountedRow`s answered. */
export function splitCount<Row extends { id: number }>(
  rows: CountedRow<Row>[],
): { count: number; rows: Row[] } {
  return { count: rows[0]?.count ?? 0, rows: rows.filter(isEntry) };
}

function isEntry<Row extends { id: number }>(row: CountedRow<Row>): row is { count: number } & Row {
  return row.id !== null;
}
