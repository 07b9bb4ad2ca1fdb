import type { Category } from "@manabiya/contract/catalogue/category.ts";

export interface CategoryBranch extends Category {
  children: Category[];
}

const COLLATOR = new Intl.Collator("ja", { numeric: true });

/** Compares names by Japanese dictionary order. */
export function byName(a: { name: string }, b: { name: string }): number {
  return COLLATOR.compare(a.name, b.name);
}

/** By name, as staff see them. A child without its parent stands at the top. */
export function nestCategories(categories: readonly Category[]): CategoryBranch[] {
  const ids = new Set(categories.map(({ id }) => id));
  return categories
    .filter(({ parent }) => parent === null || !ids.has(parent))
    .toSorted(byName)
    .map((top) => ({ ...top, children: categories.filter(({ parent }) => parent === top.id).toSorted(byName) }));
}
