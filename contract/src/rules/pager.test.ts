import { describe, expect, test } from "vitest";
import { PAGE_MAX, pageCount, pagerEntries } from "./pager.ts";

describe("the number of pages of a list", () => {
  test.each([
    [0, 1],
    [1, 1],
    [20, 1],
    [21, 2],
    [40, 2],
    [41, 3],
    [1_000_000, PAGE_MAX],
  ])("%i entries → %i", (entries, pages) => {
    expect(pageCount(entries)).toBe(pages);
  });

  test("depends on the page size", () => {
    expect(pageCount(11, 10)).toBe(2);
  });
});

describe("the entries of a pager", () => {
  test.each([
    [1, 1, "1"],
    [1, 2, "1 2"],
    [2, 3, "1 2 3"],
    [1, 3, "1 2 3"],
    [1, 4, "1 2 3 4"],
    [1, 5, "1 2 3 … 5"],
    [3, 5, "1 2 3 4 5"],
    [4, 7, "1 2 3 4 5 6 7"],
    [4, 8, "1 2 3 4 5 6 … 8"],
    [5, 9, "1 … 3 4 5 6 7 … 9"],
    [6, 11, "1 … 4 5 6 7 8 … 11"],
    [8, 11, "1 … 6 7 8 9 10 11"],
    [11, 11, "1 … 9 10 11"],
    [5000, PAGE_MAX, "1 … 4998 4999 5000 5001 5002 … 10000"],
  ])("page %i of %i: %s", (current, last, shown) => {
    const entries = pagerEntries(current, last).map((entry) => (entry === "gap" ? "…" : entry));
    expect(entries.join(" ")).toBe(shown);
  });
});
