import { SearchHit } from "@manabiya/contract/catalogue/search.ts";
import { HITS_MAX } from "@manabiya/contract/rules/search-text.ts";
import type { SearchSort } from "@manabiya/contract/paging.ts";
import * as z from "zod/mini";
import { SerializedObject } from "../../http/json-writer.ts";
import type { CatalogCache } from "../cache/catalog-cache.ts";
import type { CatalogList } from "../cache/catalog-list.ts";
import { findChapterHits } from "./chapter-hits.ts";
import { keyOf, type Search } from "./conditions.ts";
import { listHits, listKnown } from "./hits.ts";
import type { Found } from "./query/ranking.ts";
import { listRanked, matchOf, weigh, worthOf } from "./relevance.ts";
import { findSpokenHits } from "./spoken-hits.ts";
import { spellingsOf } from "./words.ts";

const HitFields = z.pick(SearchHit, { chapter_hits: true, spoken_hits: true, matched: true, matched_by: true });

/** The fields that a search adds to a video's card; they are the same for all members. */
export type SerializedHitFields = SerializedObject<z.output<typeof HitFields>>;

const serializeHitFields = SerializedObject.serializer(HitFields);

export const NO_HIT_FIELDS = serializeHitFields({ chapter_hits: [] });

/** The videos that a query finds, by publication or by relevance. The order "newest" then begins with the best. */
export function foundVideos(
  cache: CatalogCache,
  { search, hits, isRanked }: Pick<Found, "search" | "hits" | "isRanked">,
  sort: SearchSort,
): CatalogList {
  return {
    key: `${keyOf(search)} ${isRanked ? `of ${hits.ids?.join()}` : "all"} ${sort === "relevance" ? "relevance" : ""}`,
    count: () => Promise.resolve(hits.count),
    isCut: hits.count === HITS_MAX,
    rows: async (range) => {
      if (sort !== "relevance") return listHits(cache.reads, search, { range, ids: hits.ids });
      if (hits.ids === null) return listRanked(cache.reads, search, range);
      const ids = isRanked ? hits.ids : await rankedIds(cache, search, hits.ids);
      return listKnown(cache.reads, search, range, ids);
    },
  };
}

/** One word: the order of its fields. */
function rankedIds(cache: CatalogCache, search: Search, ids: number[]): Promise<number[]> {
  return cache.memoize(`${keyOf(search)} ranked`, async () => {
    const weighed = await weigh(cache.reads, search, ids);
    const worth = ({ codes }: { codes: number[] }) => codes.reduce((sum, code) => sum + worthOf(search.scope, code), 0);
    return weighed.toSorted((a, b) => worth(b) - worth(a)).map(({ id }) => id);
  });
}

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
    const [chapters, spoken, weighed] = await Promise.all([
      hasChapters ? findChapterHits(cache.reads, ids, spellings) : NONE,
      scope === "all" ? findSpokenHits(cache.reads, ids, spellings) : NONE,
      isRanked ? weigh(cache.reads, search, ids) : [],
    ]);
    const matches = new Map(weighed.map(({ id, codes }) => [id, matchOf(scope, codes)]));
    const fieldsOf = (id: number) => ({
      chapter_hits: chapters.get(id) ?? [],
      spoken_hits: spoken.get(id),
      ...matches.get(id),
    });
    return new Map(ids.map((id) => [id, serializeHitFields(fieldsOf(id))]));
  });
}

const NONE = new Map<number, never>();
