import type { CatalogCache } from "../cache/catalog-cache.ts";
import { allVideos } from "../videos/all-videos.ts";
import { type CatalogList, countList } from "../cache/catalog-list.ts";
import { findChapterHits, type SerializedHits } from "./chapter-hits.ts";
import type { Search } from "./conditions.ts";
import { findHits, type Hits, listHits } from "./hits.ts";
import { listRanked } from "./relevance.ts";
import { spellingsOf } from "./words.ts";

/** @returns the first search with a hit */
export async function firstWithHits(cache: CatalogCache, searches: Search[]): Promise<Search | null> {
  for (const search of searches) if ((await hitsOf(cache, search)).count > 0) return search;
  return null;
}

/** The videos that hold all words, by publication. */
export function foundVideos(cache: CatalogCache, search: Search): CatalogList {
  const { reads } = cache;
  return {
    key: keyOf(search),
    count: async () => (await hitsOf(cache, search)).count,
    rows: async (range) => {
      const { ids } = await hitsOf(cache, search);
      return listHits(reads, search, { range, ids, total: await totalOf(cache, search) });
    },
  };
}

/** The same videos by relevance. The order "newest" begins with the best. */
export function rankedVideos(cache: CatalogCache, search: Search): CatalogList {
  return {
    ...foundVideos(cache, search),
    key: `${keyOf(search)} relevance`,
    rows: async (range) => listRanked(cache.reads, search, { range, ids: (await hitsOf(cache, search)).ids }),
  };
}

function hitsOf(cache: CatalogCache, search: Search): Promise<Hits> {
  return cache.memoize(`${keyOf(search)} hits`, async () =>
    findHits(cache.reads, search, await totalOf(cache, search)),
  );
}

const totalOf = (cache: CatalogCache, { at }: Search) => countList(cache, allVideos(cache.reads, at));

/** By video; empty for a search that excludes chapters. */
export async function hitChapters(
  cache: CatalogCache,
  search: Search,
  ids: number[],
): Promise<Map<number, SerializedHits>> {
  const { scope, words } = search;
  const spellings = words.map(spellingsOf);
  if (ids.length === 0 || (scope !== "chapter" && scope !== "all")) return new Map();
  return cache.memoize(`${keyOf(search)} chapters ${ids.join()}`, () => findChapterHits(cache, ids, spellings));
}

/** The hits depend on nothing else, above all not on the member. */
function keyOf({ scope, categoryIds, words }: Search): string {
  return `search ${JSON.stringify([scope, categoryIds, words.toSorted((a, b) => (a.text < b.text ? -1 : 1))])}`;
}
