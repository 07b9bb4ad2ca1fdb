import type { Sort } from "./list-address.ts";

/** What a link or `navigate` takes to stay on the page and change what is behind the question mark. */
export interface SearchChange {
  search: string;
}

/** Defaults are left out of addresses. */
export function withPage(search: URLSearchParams, page: number): SearchChange {
  return changed(search, { page: page > 1 ? String(page) : null });
}

export function withSort(search: URLSearchParams, sort: Sort): SearchChange {
  return withFilter(search, "sort", sort === "newest" ? null : sort);
}

/** Another order or choice starts on its first page; null leaves the parameter out. */
export function withFilter(search: URLSearchParams, name: string, value: string | null): SearchChange {
  return changed(search, { [name]: value, page: null });
}

function changed(search: URLSearchParams, changes: Record<string, string | null>): SearchChange {
  const next = new URLSearchParams(search);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) next.delete(name);
    else next.set(name, value);
  }
  return { search: next.size > 0 ? `?${next}` : "" };
}
