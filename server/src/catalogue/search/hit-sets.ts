import { type IndexedScope, isNamed, isShown, type Search, textHolds, type Values } from "./conditions.ts";
import { gramsOfWord, isExact } from "./grams.ts";

/** A search of one scope's grams and texts. */
export type IndexedSearch = Search & { scope: IndexedScope };

export const isIndexed = (search: Search): search is IndexedSearch => search.scope !== "shown";

/**
 * The ids of videos with the grams of all words. The subquery hides the grams from the planner, which would scan the whole
 * table with all its arrays for common ones.
 */
export function candidates({ scope, words, hidden }: IndexedSearch, values: Values): string {
  const grams = values.add([...new Set(words.flatMap(gramsOfWord))]);
  return `
    select g.video_id from video_search_grams g
     where unpacked(g.${scope}_grams) @> (select ${grams}::bigint[]) and ${isShown("g.video_id", hidden, values)}`;
}

/** The texts hold the words for which grams are not enough. */
export function confirmed({ scope, words }: IndexedSearch, values: Values): string {
  const unsure = words.filter((word) => !isExact(word));
  return unsure.map((word) => textHolds(scope, word, values)).join(" and ");
}

/** Reads nothing but titles, tags and categories, so that not even the time depends on other texts. */
export function shownHits(search: Search, values: Values): string {
  const { words, names, hidden } = search;
  const hitsOf = (word: string) => [
    indexedHits({ ...search, scope: "title", words: [word], hidden: [] }, values),
    ...isNamed(names.find(word), values).map((condition) => `select v.id from videos v where ${condition}`),
  ];
  const all = words.map((word) => `(${hitsOf(word).join(" union ")})`).join(" intersect ");
  return `select word.video_id from (${all}) as word where ${isShown("word.video_id", hidden, values)}`;
}

export function hits(search: Search, values: Values): string {
  return isIndexed(search) ? indexedHits(search, values) : shownHits(search, values);
}

export function indexedHits(search: IndexedSearch, values: Values): string {
  if (search.words.every(isExact)) return candidates(search, values);
  return `
    select t.video_id from (${candidates(search, values)}) as c join video_search_texts t using (video_id)
     where ${confirmed(search, values)}`;
}
