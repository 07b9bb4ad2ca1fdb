import { PAGE_MAX } from "@manabiya/contract/rules/pager.ts";
import { expect, test } from "vitest";
import { SEARCH_SORT, store } from "../session/storage.ts";
import { withFilter, withPage } from "./change-address.ts";
import { pageOf, searchSortOf, sortOf, wordsOf } from "./list-address.ts";

const address = (search: string) => new URLSearchParams(search);

test.each([
  ["", 1],
  ["page=2", 2],
  ["page=0", 1],
  ["page=-3", 1],
  ["page=1.5", 1],
  ["page=二", 1],
  ["page=", 1],
  ["page=999999999", PAGE_MAX],
])("%s is page %i", (search, page) => {
  expect(pageOf(address(search))).toBe(page);
});

test.each([
  ["", "newest"],
  ["sort=newest", "newest"],
  ["sort=oldest", "oldest"],
  ["sort=title", "newest"],
])("%s is sorted %s", (search, sort) => {
  expect(sortOf(address(search))).toBe(sort);
});

test("a search without an order in its address has the one that the member chose last", () => {
  expect(searchSortOf(address(""))).toBe("newest");
  expect(searchSortOf(address("sort=relevance"))).toBe("relevance");
  store.setItem(SEARCH_SORT, "relevance");
  expect(searchSortOf(address("q=seo"))).toBe("relevance");
  expect(searchSortOf(address("sort=oldest"))).toBe("oldest");
  expect(searchSortOf(address("sort=newest"))).toBe("newest");
  expect(sortOf(address(""))).toBe("newest");
  store.setItem(SEARCH_SORT, "nonsense");
  expect(searchSortOf(address(""))).toBe("newest");
  store.removeItem(SEARCH_SORT);
});

test("a page link keeps the other parameters, and page 1 is left out", () => {
  expect(withPage(address("q=コピー&sort=oldest"), 2)).toEqual({
    search: "?q=%E3%82%B3%E3%83%94%E3%83%BC&sort=oldest&page=2",
  });
  expect(withPage(address("page=2&sort=oldest"), 1)).toEqual({ search: "?sort=oldest" });
  expect(withPage(address("page=2"), 1)).toEqual({ search: "" });
});

test("another order or filter starts on page 1", () => {
  expect(withFilter(address("page=3"), "sort", "oldest")).toEqual({ search: "?sort=oldest" });
  expect(withFilter(address("page=3&sort=oldest"), "sort", null)).toEqual({ search: "" });
  expect(withFilter(address("q=seo&page=3"), "category", "4")).toEqual({ search: "?q=seo&category=4" });
  expect(withFilter(address("q=seo&category=4"), "category", null)).toEqual({ search: "?q=seo" });
});

test.each([
  ["q=%E5%BA%83%E5%91%8A", { q: "広告", type: "all" }],
  ["q=+a+b+&type=chapter&category=4", { q: "a b", type: "chapter", category: 4 }],
  ["type=nonsense&category=-1", { q: "", type: "all" }],
  [`q=${"題".repeat(150)}`, { q: "題".repeat(100), type: "all" }],
  // A character of two code units counts once.
  [`q=${"😀".repeat(100)}x`, { q: "😀".repeat(100), type: "all" }],
])("%s searches for %o", (address, words) => {
  expect(wordsOf(new URLSearchParams(address))).toEqual(words);
});
