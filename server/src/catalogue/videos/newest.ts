import type { CatalogCache } from "../cache/catalog-cache.ts";
import { isPublished } from "./rows.ts";

/** A candidate for related and recommended videos. */
export interface NewestVideo {
  id: number;
  created_at: string;
  category_ids: number[];
  tag_ids: number[];
}

/** Candidates per tag and per category. */
const MAX_VIDEOS = 100;

const COLUMNS = { tag: "tag_ids", category: "category_ids" } as const;

/**
 * The newest published videos with a tag or a category, without its children. The unnamed statement is planned for this
 * very id: common ones are soon met along the newest videos, rare ones are read from their index. `at`: ISO 8601.
 */
export function newestOf(
  cache: CatalogCache,
  kind: keyof typeof COLUMNS,
  id: number,
  at: string,
): Promise<NewestVideo[]> {
  return cache.memoize(`newest of ${kind} ${id}`, () =>
    read(cache, `v.${COLUMNS[kind]} && array[$2::int] and`, [at, id]),
  );
}

export function newestOfAll(cache: CatalogCache, at: string): Promise<NewestVideo[]> {
  return cache.memoize("newest of all", () => read(cache, "", [at]));
}

async function read({ reads }: CatalogCache, condition: string, values: unknown[]): Promise<NewestVideo[]> {
  const text = `
    select v.id, v.published_at as created_at, v.category_ids, v.tag_ids from videos v
     where ${condition} ${isPublished("$1")}
     order by v.published_at desc, v.id desc limit ${MAX_VIDEOS}`;
  return (await reads.query<NewestVideo & { [column: string]: unknown }>({ text, values })).rows;
}

export function byNewest(a: NewestVideo, b: NewestVideo): number {
  if (a.created_at !== b.created_at) return a.created_at < b.created_at ? 1 : -1;
  return b.id - a.id;
}
