import { expect, test } from "vitest";
import { moveEntry } from "./move-entry.ts";

test.each([
  [0, 2, "bcad"],
  [3, 0, "dabc"],
  [1, 1, "abcd"],
  [1, 99, "acdb"],
  [2, -5, "cabd"],
  [9, 0, "abcd"],
])("moves the entry from %i to %i", (from, to, moved) => {
  expect(moveEntry([..."abcd"], from, to).join("")).toBe(moved);
});
