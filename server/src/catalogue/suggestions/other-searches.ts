import { searchWords } from "@manabiya/contract/rules/search-text.ts";
import type { CatalogCache } from "../cache/catalog-cache.ts";
import { countList } from "../cache/catalog-list.ts";
import type { Search } from "../search/conditions.ts";
import { firstWithHits, foundVideos } from "../search/queries.ts";
import { phrasesIn, readQuery } from "../search/words.ts";

interface OtherSearch {
  q: string;
  /** Videos. */
  count: number;
}

const MAX_SEARCHES = 4;
/** Each may search several times. */
const MAX_TRIED = 8;

/** A sign or a single kana finds much and says nothing. */
const SUBJECT = /[\p{Script=Han}\p{N}a-z]|[\p{L}ー]{2}/iu;

/** Searches near one without hits that find something: its single words and phrases, corrected, and names that begin alike. */
export async function otherSearches(
  cache: CatalogCache,
  q: string,
  common: Omit<Search, "words">,
): Promise<OtherSearch[]> {
  const whole = searchWords(q).join(" ");
  const phrases = new Set([...q.trim().split(/\s+/u), ...phrasesIn(q)].filter((phrase) => SUBJECT.test(phrase)));
  const near = [...phrases].flatMap((phrase) => [
    phrase,
    cache.vocabulary.correct(phrase) ?? "",
    ...cache.vocabulary.beginningLike(phrase),
  ]);
  const distinct = new Map(near.map((text) => [searchWords(text).join(" "), text]));
  const found = new Map<string, OtherSearch>();
  for (const [key, text] of [...distinct].slice(0, MAX_TRIED)) {
    if (key === "" || key === whole || found.size === MAX_SEARCHES) continue;
    const searches = readQuery(text, cache.searchedSynonyms).map((words): Search => ({ ...common, words }));
    const search = await firstWithHits(cache, searches);
    if (search === null) continue;
    found.set(key, { q: text, count: await countList(cache, foundVideos(cache, search)) });
  }
  return [...found.values()];
}
