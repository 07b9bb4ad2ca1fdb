import type { Database } from "../../db/open.ts";
import { validationError } from "../../http/app-error.ts";
import { readCategories } from "./queries.ts";

/**
 * Categories have two levels.
 * @param id null for a new category
 * @throws validation error on `parent`
 */
export async function checkParent(tx: Database, id: number | null, parent: number | null): Promise<void> {
  if (parent === null) return;
  if (parent === id) throw parentError("自分自身を親カテゴリーにすることはできません。");
  const categories = await readCategories(tx, [null]);
  const desired = categories.find((category) => category.id === parent);
  if (!desired) throw parentError("親カテゴリーが見つかりません。");
  if (desired.parent !== null) throw parentError("子カテゴリーを親にすることはできません。");
  if (categories.some((category) => category.parent === id && id !== null)) {
    throw parentError("子カテゴリーを持つカテゴリーに、親を設定することはできません。");
  }
}

function parentError(message: string) {
  return validationError({ parent: [message] });
}
