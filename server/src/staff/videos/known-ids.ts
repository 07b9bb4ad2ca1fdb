import { type Database, int, statement } from "../../db/statement.ts";
import { validationError } from "../../errors/app-error.ts";

/** The rows cannot be deleted until the transaction ends. Values: ids. */
const LOCK = {
  categories: statement("admin-videos.categories", { id: int })`
    select id from categories where id = any ($1::int[]) order by id for key share`,
  tags: statement("admin-videos.tags", { id: int })`
    select id from tags where id = any ($1::int[]) order by id for key share`,
};

const LABELS = { categories: "カテゴリー", tags: "タグ" };

/**
 * @returns the given ids without duplicates, in order
 * @throws validation error if one of them does not exist
 */
export async function knownIds(tx: Database, kind: keyof typeof LOCK, given: number[]): Promise<number[]> {
  const ids = [...new Set(given)];
  const rows = ids.length === 0 ? [] : await LOCK[kind](tx, [ids]);
  if (rows.length === ids.length) return ids;
  throw validationError({ [kind]: [`選択した${LABELS[kind]}が見つかりません。読み込み直してください。`] });
}
