import { searchWords } from "@manabiya/contract/rules/search-text.ts";
import type { CatalogCache } from "../cache/catalog-cache.ts";
import type { Search } from "../search/conditions.ts";
import { findHits } from "../search/hits.ts";
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
  const near = [
    ...words
      .filter(({ weight, hits }) => weight >= MIN_WEIGHT && hits.count > 0)
      .map(({ raw, corrected, word }) => ({ q: corrected ?? raw, word })),
    ...alike.map((name) => ({ q: name, word: plainWord(searchWords(name).join(" ")) })),
  ];
  const searches = near.map(({ word }) => ({ ...base, words: [word] }));
  const hits = await findHits(cache.reads, searches);
  const others = near.map(({ q }, at) => ({ q, count: hits[at]?.count ?? 0 })).filter(({ count }) => count > 0);
  const distinct = new Map(others.map((other) => [searchWords(other.q).join(" "), other]));
  distinct.delete(searchWords(q).join(" "));
  return [...distinct.values()].slice(0, MAX_SEARCHES);
}
