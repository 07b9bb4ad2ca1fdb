import { expect, test } from "vitest";
import { sortCategories } from "./sort.ts";

test("sorts parents by name, each followed by its children by name", () => {
  const categories = [
    { id: 1, name: "文章", parent: null },
    { id: 2, name: "広告", parent: 4 },
    { id: 3, name: "AI", parent: null },
    { id: 4, name: "集客", parent: null },
    { id: 5, name: "SNS", parent: 4 },
    { id: 6, name: "迷子", parent: 99 },
  ];
  expect(sortCategories(categories).map(({ name }) => name)).toEqual(["AI", "集客", "SNS", "広告", "文章", "迷子"]);
});
