import type { CatalogCache } from "../cache/catalog-cache.ts";
import { allVideos } from "../videos/all-videos.ts";
import { type CatalogList, countList } from "../cache/catalog-list.ts";
import { findChapterHits, type SerializedHits } from "./chapter-hits.ts";
import { findHits, listHits, type Search } from "./hits.ts";

/** The videos that hold all words. */
export function foundVideos(cache: CatalogCache, search: Search): CatalogList {
  const { reads } = cache;
  const key = keyOf(search);
  const total = () => countList(cache, allVideos(reads, search.at));
  const hits = () => cache.memoize(`${key} hits`, async () => findHits(reads, search, await total()));
  return {
    key,
    count: async () => (await hits()).count,
    rows: async (range) => {
      const { ids } = await hits();
      return listHits(reads, search, { range, ids, total: await total() });
    },
  };
}

/** By video; empty for a search that excludes chapters. */
export async function hitChapters(
  cache: CatalogCache,
  search: Search,
  ids: number[],
): Promise<Map<number, SerializedHits>> {
  const { scope, words } = search;
  if (ids.length === 0 || (scope !== "chapter" && scope !== "all")) return new Map();
  return cache.memoize(`${keyOf(search)} chapters ${ids.join()}`, () => findChapterHits(cache, ids, words));
}

/** The hits depend on nothing else, above all not on the member. */
function keyOf({ scope, categoryIds, words }: Search): string {
  return `search ${JSON.stringify([scope, categoryIds, words.toSorted()])}`;
}
