import {
  hasReading,
  INDEXES,
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

/**
 * The ids of videos that hold all words, each at most `copies` times: that of one word once per set, so that a limit reads no more
 * than it needs. The scope `shown` reads nothing but titles, tags and categories, so that not even the time depends on other texts.
 */
export function hits(search: Search, values: Values): { sql: string; copies: number } {
  const sets = search.words.map((word) => [...inTexts(search, word, values), ...besideTexts(search, word, values)]);
  // PostgreSQL expects few hits and would hash them. Sorted sets of common words are intersected in half the time.
  const order = sets.length > 1 ? "order by 1" : "";
  const all = sets.map((selects) => `(${selects.join(" union all ")} ${order})`).join(" intersect ");
  return {
    sql: `select hit.video_id from (${all}) as hit where ${isShown("hit.video_id", search.hidden, values)}`,
    copies: sets.length > 1 ? 1 : (sets[0]?.length ?? 1),
  };
}

function inTexts({ scope }: Search, word: SearchedWord, values: Values): string[] {
  const spellings = spellingsOf(word);
  const short = spellings.filter(isExact);
  return SOURCES[scope].flatMap((source) => [
    // One look-up for all spellings that are a gram of their own.
    ...(short.length === 0 ? [] : [withGrams(source, "&&", { grams: short.flatMap(gramsOfWord), values })]),
    ...spellings.filter((text) => !isExact(text)).map((text) => hitsIn(source, text, values)),
  ]);
}

/** The ids of videos in whose texts of a source the spelling stands. Those with its grams are read in the order of their table. */
export function hitsIn(source: Source, spelling: string, values: Values): string {
  const possible = withGrams(source, "@>", { grams: gramsOfWord(spelling), values });
  if (isExact(spelling)) return possible;
  return `select video_id from ${INDEXES[source].table}
    where video_id = any (array(${possible})) and ${textHolds([source], spelling, values)}`;
}

/** The subquery hides the grams from the planner, which would scan the whole table with all its arrays for common ones. */
function withGrams(source: Source, has: "@>" | "&&", { grams, values }: { grams: number[]; values: Values }): string {
  const table = source === "spoken" ? "video_search_spoken" : "video_search_grams";
  return `select g.video_id from ${table} g where unpacked(g.${INDEXES[source].grams}) ${has} (select ${values.add(grams)}::bigint[])`;
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
