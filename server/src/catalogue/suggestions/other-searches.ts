import { searchWords } from "@manabiya/contract/rules/search-text.ts";
import type { CatalogCache } from "../cache/catalog-cache.ts";
import type { Search } from "../search/conditions.ts";
import { findHits, totalOf } from "../search/hits.ts";
import { findWords } from "../search/query/find-words.ts";
import { plainWord } from "../search/words.ts";

interface OtherSearch {
  q: string;
  /** Videos. */
  count: number;
}

const MAX_SEARCHES = 4;

/** A sign or a single kana finds much and says nothing, nor does what somebody does with the subject. */
const MIN_WEIGHT = 0.9;

/** Searches near one without hits that find something: its words, as they were typed or corrected, and names that begin alike. */
export async function otherSearches(
  cache: CatalogCache,
  q: string,
  base: Omit<Search, "words">,
): Promise<OtherSearch[]> {
  const words = await findWords(cache, base, q);
  const alike = words.filter(({ hits }) => hits.count === 0).flatMap(({ raw }) => cache.vocabulary.beginningLike(raw));
  const searches = alike.map((name) => ({ ...base, words: [plainWord(searchWords(name).join(" "))] }));
  const hits = await findHits(cache.reads, searches, await totalOf(cache, base));
  const others = [
    ...words
      .filter(({ weight }) => weight >= MIN_WEIGHT)
      .map(({ raw, corrected, hits: { count } }) => ({ q: corrected ?? raw, count })),
    ...alike.map((q, at) => ({ q, count: hits[at]?.count ?? 0 })),
  ].filter(({ count }) => count > 0);
  const distinct = new Map(others.map((other) => [searchWords(other.q).join(" "), other]));
  distinct.delete(searchWords(q).join(" "));
  return [...distinct.values()].slice(0, MAX_SEARCHES);
}
