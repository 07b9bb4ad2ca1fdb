import {
  hasReading,
  isNamed,
  isShown,
  type Search,
  type Source,
  SOURCES,
  textHolds,
  type Values,
} from "./conditions.ts";
import { gramsOfWord, isExact } from "./grams.ts";
import { type SearchedWord, spellingsOf } from "./words.ts";

const INDEXES: Record<Source, { table: string; grams: string; texts: string }> = {
  title: { table: "video_search_grams", grams: "title_grams", texts: "video_search_texts t" },
  chapter: { table: "video_search_grams", grams: "chapter_grams", texts: "video_search_texts t" },
  texts: { table: "video_search_grams", grams: "all_grams", texts: "video_search_texts t" },
  spoken: { table: "video_search_spoken", grams: "spoken_grams", texts: "video_search_spoken s" },
};

/**
 * The ids of videos that hold all words, each at most `copies` times: that of one word once per set, so that a limit reads no more
 * than it needs. The scope `shown` reads nothing but titles, tags and categories, so that not even the time depends on other texts.
 */
export function hits(search: Search, values: Values): { sql: string; copies: number } {
  const sets = search.words.map((word) => [...inTexts(search, word, values), ...besideTexts(search, word, values)]);
  const all = sets.map((selects) => `(${selects.join(" union all ")})`).join(" intersect ");
  return {
    sql: `select hit.video_id from (${all}) as hit where ${isShown("hit.video_id", search.hidden, values)}`,
    copies: sets.length > 1 ? 1 : (sets[0]?.length ?? 1),
  };
}

function inTexts({ scope }: Search, word: SearchedWord, values: Values): string[] {
  const spellings = spellingsOf(word);
  return SOURCES[scope].flatMap((source) => [
    ...withAnyGram(source, spellings.filter(isExact), values),
    ...spellings.filter((text) => !isExact(text)).map((text) => hitsIn(source, text, values)),
  ]);
}

/** The ids of videos in whose texts of a source the spelling stands. Those with its grams are read in the order of their table. */
export function hitsIn(source: Source, spelling: string, values: Values): string {
  const { table, grams, texts } = INDEXES[source];
  // The subquery hides the grams from the planner, which would scan the whole table with all its arrays for common ones.
  const wanted = values.add(gramsOfWord(spelling));
  const possible = `select g.video_id from ${table} g where unpacked(g.${grams}) @> (select ${wanted}::bigint[])`;
  if (isExact(spelling)) return possible;
  return `select video_id from ${texts} where video_id = any (array(${possible})) and ${textHolds([source], spelling, values)}`;
}

/** The hits by readings, and by the names of tags and categories in the scope `shown`. */
function besideTexts({ scope, names }: Search, word: SearchedWord, values: Values): string[] {
  const inNames = scope === "shown" ? spellingsOf(word).flatMap((text) => isNamed(names.find(text), values)) : [];
  return [
    ...inNames.map((condition) => `select v.id from videos v where ${condition}`),
    ...(word.readings.length === 0
      ? []
      : [`select r.video_id from video_search_readings r where ${hasReading(scope, values.add(word.readings))}`]),
  ];
}

/** One look-up for all spellings that are a gram of their own. */
function withAnyGram(source: Source, spellings: string[], values: Values): string[] {
  const { table, grams } = INDEXES[source];
  if (spellings.length === 0) return [];
  const wanted = values.add(spellings.flatMap(gramsOfWord));
  return [`select g.video_id from ${table} g where unpacked(g.${grams}) && (select ${wanted}::bigint[])`];
}
