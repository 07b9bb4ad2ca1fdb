import type { Category } from "@manabiya/contract/catalogue/category.ts";
import { byName } from "../../catalogue/categories/nest-categories.ts";

/** Parents by name, each followed by its children by name. */
export function sortCategories<T extends Category>(categories: readonly T[]): T[] {
  const ids = new Set(categories.map(({ id }) => id));
  const tops = categories.filter(({ parent }) => parent === null || !ids.has(parent)).toSorted(byName);
  return tops.flatMap((top) => [top, ...categories.filter(({ parent }) => parent === top.id).toSorted(byName)]);
}
