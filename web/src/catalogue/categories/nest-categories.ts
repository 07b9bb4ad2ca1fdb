import type { Category } from "@manabiya/contract/catalogue/category.ts";

export interface CategoryBranch extends Category {
  children: Category[];
}

/** Keeps the server's order. A child without its parent stands at the top. */
export function nestCategories(categories: readonly Category[]): CategoryBranch[] {
  const ids = new Set(categories.map(({ id }) => id));
  return categories
    .filter(({ parent }) => parent === null || !ids.has(parent))
    .map((top) => ({ ...top, children: categories.filter(({ parent }) => parent === top.id) }));
}
