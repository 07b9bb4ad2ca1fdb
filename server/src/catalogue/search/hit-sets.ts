import {
  hasReading,
  type IndexedScope,
  isNamed,
  isShown,
  type Search,
  type Source,
  SOURCES,
  textHolds,
  textsOf,
  type Values,
} from "./conditions.ts";
import { gramsOfWord, isExact } from "./grams.ts";
import { isPlain, plainWord, type SearchedWord, spellingsOf } from "./words.ts";

/** A search of one scope's grams and texts, in the typed spelling. */
export type IndexedSearch = Search & { scope: IndexedScope };

const INDEXES: Record<Source, { table: string; grams: string }> = {
  title: { table: "video_search_grams", grams: "title_grams" },
  chapter: { table: "video_search_grams", grams: "chapter_grams" },
  written: { table: "video_search_grams", grams: "all_grams" },
  spoken: { table: "video_search_spoken", grams: "spoken_grams" },
};

/** The ids of videos with the grams of all words, each in any of the scope's sources. */
export function candidates({ scope, words, hidden }: IndexedSearch, values: Values): string {
  const sources = SOURCES[scope];
  const together = sources.length === 1 ? [words] : words.map((word) => [word]);
  return together
    .map((some) => `(${sources.map((source) => withGrams(source, some, { hidden, values })).join(" union ")})`)
    .join(" intersect ");
}

/**
 * The subquery hides the grams from the planner, which would scan the whole table with all its arrays for common ones.
 */
function withGrams(
  source: Source,
  words: readonly SearchedWord[],
  { hidden, values }: { hidden: Search["hidden"]; values: Values },
): string {
  const { table, grams } = INDEXES[source];
  const wanted = values.add([...new Set(words.flatMap(({ text }) => gramsOfWord(text)))]);
  return `
    select g.video_id from ${table} g
     where unpacked(g.${grams}) @> (select ${wanted}::bigint[]) and ${isShown("g.video_id", hidden, values)}`;
}

/** The texts hold the words for which grams are not enough. */
export function confirmed({ scope, words }: IndexedSearch, values: Values): string {
  const unsure = words.filter(({ text }) => !isExact(text));
  return unsure.map(({ text }) => textHolds(SOURCES[scope], text, values)).join(" and ");
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

function hitsOfWord({ scope, names }: Search, word: SearchedWord, values: Values): string[] {
  const inTexts = SOURCES[scope].flatMap((source) =>
    spellingsOf(word).map((text) => hitsInSource(source, text, values)),
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

/** The ids of videos with the spelling in these texts. */
export function hitsInSource(source: Source, spelling: string, values: Values): string {
  const possible = withGrams(source, [plainWord(spelling)], { hidden: [], values });
  if (isExact(spelling)) return possible;
  const holds = textHolds([source], spelling, values);
  return source === "spoken"
    ? `select s.video_id from video_search_spoken s where s.video_id in (${possible}) and ${holds}`
    : `select t.video_id from video_search_texts t join (${possible}) as c on c.video_id = t.video_id where ${holds}`;
}

export function indexedHits(search: IndexedSearch, values: Values): string {
  if (search.words.every(({ text }) => isExact(text))) return candidates(search, values);
  return `
    select c.video_id from ${textsOf(search.scope)} join (${candidates(search, values)}) as c on c.video_id = t.video_id
     where ${confirmed(search, values)}`;
}
