import { PAGE_MAX } from "@manabiya/contract/rules/pager.ts";

export type Sort = "newest" | "oldest";

/** The page that an address names; the first one when it names none that there could be. */
export function pageOf(search: URLSearchParams): number {
  const page = Number(search.get("page"));
  return Number.isInteger(page) && page >= 1 ? Math.min(page, PAGE_MAX) : 1;
}

export function sortOf(search: URLSearchParams): Sort {
  return search.get("sort") === "oldest" ? "oldest" : "newest";
}
