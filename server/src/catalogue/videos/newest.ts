import type { Snapshot } from "../cache/catalog-cache.ts";
import { isPublished } from "./rows.ts";

/** A video among the newest, with what it is compared by. */
export interface NewestVideo {
  id: number;
  created_at: string;
  category_ids: number[];
  tag_ids: number[];
}

/** As many videos stand for a tag or a category when something alike is looked for. */
const MOST = 100;

const COLUMNS = { tag: "tag_ids", category: "category_ids" } as const;

/**
 * The newest published videos that have a tag or a category themselves, read once per version of the catalogue.
 * Planned for this very one: a common one is quickly met along the newest videos, a rare one is read from its index.
 * `at`: ISO 8601.
 */
export function newestOf(
  snapshot: Snapshot,
  kind: keyof typeof COLUMNS,
  id: number,
  at: string,
): Promise<NewestVideo[]> {
  return snapshot.share(`newest of ${kind} ${id}`, () =>
    read(snapshot, `v.${COLUMNS[kind]} && array[$2::int] and`, [at, id]),
  );
}

/** The newest of all. */
export function newestOfAll(snapshot: Snapshot, at: string): Promise<NewestVideo[]> {
  return snapshot.share("newest of all", () => read(snapshot, "", [at]));
}

async function read({ reads }: Snapshot, condition: string, values: unknown[]): Promise<NewestVideo[]> {
  const text = `
    select v.id, v.published_at as created_at, v.category_ids, v.tag_ids from videos v
     where ${condition} ${isPublished("$1")}
     order by v.published_at desc, v.id desc limit ${MOST}`;
  return (await reads.query<NewestVideo & { [column: string]: unknown }>({ text, values })).rows;
}

/** For sorting: the newest first. */
export function byNewest(a: NewestVideo, b: NewestVideo): number {
  if (a.created_at !== b.created_at) return a.created_at < b.created_at ? 1 : -1;
  return b.id - a.id;
}
