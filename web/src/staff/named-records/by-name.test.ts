import { expect, test } from "vitest";
import { byName } from "./by-name.ts";

test("names stand as in a Japanese dictionary, numbers by their size", () => {
  const names = ["広告", "ライティング", "第10章", "AI", "あいさつ", "第2章"].map((name) => ({ name }));
  expect(names.toSorted(byName).map(({ name }) => name)).toEqual([
    "AI",
    "あいさつ",
    "ライティング",
    "広告",
    "第2章",
    "第10章",
  ]);
});
