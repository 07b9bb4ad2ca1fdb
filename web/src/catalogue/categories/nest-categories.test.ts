import { expect, test } from "vitest";
import { nestCategories } from "./nest-categories.ts";

test("children stand under their parents, in the order the server gave", () => {
  const branches = nestCategories([
    { id: 2, name: "広告", parent: 1 },
    { id: 1, name: "マーケティング", parent: null },
    { id: 4, name: "AI活用", parent: null },
    { id: 3, name: "SEO", parent: 1 },
  ]);
  expect(branches.map(({ name, children }) => [name, children.map((child) => child.name)])).toEqual([
    ["マーケティング", ["広告", "SEO"]],
    ["AI活用", []],
  ]);
});

test("a category whose parent is missing stands at the top", () => {
  expect(nestCategories([{ id: 2, name: "広告", parent: 9 }])).toEqual([
    { id: 2, name: "広告", parent: 9, children: [] },
  ]);
});
