import { hasReading, type IndexedScope, isNamed, isShown, type Search, textHolds, type Values } from "./conditions.ts";
import { gramsOfWord, isExact } from "./grams.ts";
import { isPlain, plainWord, type SearchedWord, spellingsOf } from "./words.ts";

/** A search of one scope's grams and texts, in the typed spelling. */
export type IndexedSearch = Search & { scope: IndexedScope };

/**
 * The ids of videos with the grams of all words. The subquery hides the grams from the planner, which would scan the whole
 * table with all its arrays for common ones.
 */
export function candidates({ scope, words, hidden }: IndexedSearch, values: Values): string {
  const grams = values.add([...new Set(words.flatMap(({ text }) => gramsOfWord(text)))]);
  return `
    select g.video_id from video_search_grams g
     where unpacked(g.${scope}_grams) @> (select ${grams}::bigint[]) and ${isShown("g.video_id", hidden, values)}`;
}

/** The texts hold the words for which grams are not enough. */
export function confirmed({ scope, words }: IndexedSearch, values: Values): string {
  const unsure = words.filter(({ text }) => !isExact(text));
  return unsure.map(({ text }) => textHolds(scope, text, values)).join(" and ");
}

/** Whether grams and texts alone decide about the hits. */
export const isIndexed = (search: Search): search is IndexedSearch =>
  search.scope !== "shown" && search.words.every(isPlain);

export function hits(search: Search, values: Values): string {
  return isIndexed(search) ? indexedHits(search, values) : unitedHits(search, values);
}

/**
 * The hits of each word's spellings and readings. The scope `shown` reads nothing but titles, tags and categories, so that
 * not even the time depends on other texts.
 */
export function unitedHits(search: Search, values: Values): string {
  const all = search.words.map((word) => `(${hitsOfWord(search, word, values).join(" union ")})`).join(" intersect ");
  return `select word.video_id from (${all}) as word where ${isShown("word.video_id", search.hidden, values)}`;
}

function hitsOfWord(search: Search, word: SearchedWord, values: Values): string[] {
  const { scope, names } = search;
  const inTexts = spellingsOf(word).map((text) =>
    indexedHits(
      { ...search, scope: scope === "shown" ? "title" : scope, words: [plainWord(text)], hidden: [] },
      values,
    ),
  );
  const inNames = scope === "shown" ? spellingsOf(word).flatMap((text) => isNamed(names.find(text), values)) : [];
  return [
    ...inTexts,
    ...inNames.map((condition) => `select v.id from videos v where ${condition}`),
    ...(word.reading === null
      ? []
      : [`select r.video_id from video_search_readings r where ${hasReading(scope, word.reading, values)}`]),
  ];
}

export function indexedHits(search: IndexedSearch, values: Values): string {
  if (search.words.every(({ text }) => isExact(text))) return candidates(search, values);
  return `
    select t.video_id from (${candidates(search, values)}) as c join video_search_texts t using (video_id)
     where ${confirmed(search, values)}`;
}
