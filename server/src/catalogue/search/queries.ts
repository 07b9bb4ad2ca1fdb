import type { SearchSort } from "@manabiya/contract/paging.ts";
import type { CatalogCache } from "../cache/catalog-cache.ts";
import { allVideos } from "../videos/all-videos.ts";
import { type CatalogList, countList } from "../cache/catalog-list.ts";
import { findChapterHits } from "./chapter-hits.ts";
import { type SerializedHitFields, serializeHitFields } from "./hit-fields.ts";
import { findMatches } from "./matches.ts";
import type { Search } from "./conditions.ts";
import { findHits, hasHits, type Hits, listHits } from "./hits.ts";
import { listRanked } from "./relevance.ts";
import { keyOf } from "./search-key.ts";
import { findSpokenHits, spokenMatch } from "./spoken-hits.ts";
import { spellingsOf } from "./words.ts";

/**
 * A sentence that somebody says once in captions must not hide the videos about its subject. So a search with hits in
 * captions alone is used only if no later one has hits in other texts.
 * @returns the first search with a hit
 */
export async function firstWithHits(cache: CatalogCache, searches: Search[]): Promise<Search | null> {
  let spoken: Search | null = null;
  for (const [index, search] of searches.entries()) {
    if ((await hitsOf(cache, search)).count === 0) continue;
    const isLast = index === searches.length - 1 && spoken === null;
    if (isLast || search.scope !== "all") return search;
    const inTexts: Search = { ...search, scope: "texts" };
    const { hasHits: isInTexts } = await cache.memoize(`${keyOf(inTexts)} exists`, () => hasHits(cache.reads, inTexts));
    if (isInTexts) return search;
    spoken ??= search;
  }
  return spoken;
}

/** The videos that hold all words, by publication. */
export function foundVideos(cache: CatalogCache, search: Search): CatalogList {
  const { reads } = cache;
  return {
    key: keyOf(search),
    count: async () => (await hitsOf(cache, search)).count,
    rows: async (range) => {
      const found = await hitsOf(cache, search);
      return listHits(reads, search, { range, found, total: await totalOf(cache, search) });
    },
  };
}

/** The same videos by relevance. The order "newest" begins with the best. */
export function rankedVideos(cache: CatalogCache, search: Search): CatalogList {
  return {
    ...foundVideos(cache, search),
    key: `${keyOf(search)} relevance`,
    rows: async (range) => listRanked(cache.reads, search, { range, found: await hitsOf(cache, search) }),
  };
}

function hitsOf(cache: CatalogCache, search: Search): Promise<Hits> {
  return cache.memoize(`${keyOf(search)} hits`, async () =>
    findHits(cache.reads, search, await totalOf(cache, search)),
  );
}

const totalOf = (cache: CatalogCache, { at }: Search) => countList(cache, allVideos(cache.reads, at));

/** By video: what the search adds to its card. It is the same for all members, and empty for a title alone. */
export async function readHitFields(
  cache: CatalogCache,
  search: Search,
  { ids, sort }: { ids: number[]; sort: SearchSort },
): Promise<Map<number, SerializedHitFields>> {
  const { scope } = search;
  const hasChapters = scope === "chapter" || scope === "all";
  const isRanked = sort === "relevance";
  if (ids.length === 0 || !(hasChapters || isRanked)) return new Map();
  return cache.memoize(`${keyOf(search)} ${isRanked ? "ranked" : ""} fields ${ids.join()}`, async () => {
    const spellings = search.words.map(spellingsOf);
    const [chapters, spoken, matches] = await Promise.all([
      hasChapters ? findChapterHits(cache.reads, ids, spellings) : NONE,
      scope === "all" ? findSpokenHits(cache.reads, ids, spellings) : NONE,
      isRanked ? findMatches(cache.reads, search, ids) : NONE,
    ]);
    const fieldsOf = (id: number) => {
      const spoken_hits = spoken.get(id);
      const match = matches.get(id) ?? (spoken_hits && isRanked && spokenMatch(spoken_hits, search.words));
      return { chapter_hits: chapters.get(id) ?? [], spoken_hits, ...match };
    };
    return new Map(ids.map((id) => [id, serializeHitFields(fieldsOf(id))]));
  });
}

const NONE = new Map<number, never>();
