import { SEARCH_SORT, store } from "../session/storage.ts";
import { PAGE_MAX } from "@manabiya/contract/rules/pager.ts";
import { SEARCH_MAX } from "@manabiya/contract/rules/search-text.ts";

type Sort = "newest" | "oldest";
export type SearchSort = Sort | "relevance";

/** @returns the page that the address names, or 1 */
export function pageOf(search: URLSearchParams): number {
  const page = Number(search.get("page"));
  return Number.isInteger(page) && page >= 1 ? Math.min(page, PAGE_MAX) : 1;
}

export function sortOf(search: URLSearchParams): Sort {
  return search.get("sort") === "oldest" ? "oldest" : "newest";
}

/** The order in the address, otherwise the one that the member chose last. */
export function searchSortOf(search: URLSearchParams): SearchSort {
  const sort = search.get("sort") ?? store.getItem(SEARCH_SORT);
  return sort === "relevance" ? sort : sortOf(search);
}

/**
 * @returns the search in the address; `q` is empty without one. It is cut to the server's limit, so that a whole
 * title still finds its video.
 */
export function wordsOf(search: URLSearchParams) {
  const type = search.get("type");
  const category = Number(search.get("category"));
  return {
    q: [...(search.get("q")?.trim() ?? "")].slice(0, SEARCH_MAX).join("").trim(),
    type: type === "title" || type === "chapter" ? type : "all",
    ...(Number.isInteger(category) && category > 0 && { category }),
  } as const;
}
