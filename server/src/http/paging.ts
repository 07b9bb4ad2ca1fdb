import { type Column, type Columns, int, nullable, type RowOf } from "../db/columns.ts";
import { PAGE_MAX } from "@manabiya/contract/paging.ts";

/** One page of a list, in the contract's `paged` shape. */
export interface PagedResult<T> {
  results: T[];
  count: number;
  next: string | null;
  previous: string | null;
}

/**
 * Links to the neighbouring pages repeat the request's URL. A page beyond the end links back to the last one.
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

/**
 * Columns of a statement that returns one page, with the count of the whole list on every row. Beyond the end it returns
 * one row that holds only the count.
 */
export function counted<C extends Columns>(columns: C): { count: Column<number> } & NullableColumns<C> {
  const others = Object.entries(columns).map(([name, column]) => [name, nullable(column)]);
  return { count: int, ...(Object.fromEntries(others) as NullableColumns<C>) };
}

type NullableColumns<C extends Columns> = { [Name in keyof C]: Column<RowOf<C>[Name] | null> };

type Nullable<Row> = { [Name in keyof Row]: Row[Name] | null };

/** Separates the count from the rows of a statement with `counted` columns. */
export function splitCount<Row extends { id: number }>(
  rows: ({ count: number } & Nullable<Row>)[],
): { count: number; rows: Row[] } {
  const entries = rows.filter(({ id }) => id !== null) as unknown as Row[];
  return { count: rows[0]?.count ?? 0, rows: entries };
}
