import { expect, test } from "vitest";
import { byName, nestCategories } from "./nest-categories.ts";

test("children stand under their parents, both by name in Japanese order", () => {
  const branches = nestCategories([
    { id: 2, name: "広告", parent: 1 },
    { id: 1, name: "マーケティング", parent: null },
    { id: 4, name: "AI活用", parent: null },
    { id: 3, name: "SEO", parent: 1 },
  ]);
  expect(branches.map(({ name, children }) => [name, children.map((child) => child.name)])).toEqual([
    ["AI活用", []],
    ["マーケティング", ["SEO", "広告"]],
  ]);
});

test("a category whose parent is missing stands at the top", () => {
  expect(nestCategories([{ id: 2, name: "広告", parent: 9 }])).toEqual([
    { id: 2, name: "広告", parent: 9, children: [] },
  ]);
});

test("sorts names in Japanese dictionary order, and numbers by value", () => {
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
