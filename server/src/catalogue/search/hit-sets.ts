import type { Search, Source, Values } from "./conditions.ts";
import { hasReading, INDEXES, isNamed, isShown, SOURCES, textHolds } from "./conditions.ts";
import { gramsOfWord, isExact } from "./grams.ts";
import { type SearchedWord, spellingsOf } from "./words.ts";

/**
 * Statements that together find the `video_id` of all videos that hold all words, those first that no text has to confirm. The scope
 * `shown` reads nothing but titles, tags and categories, so that not even the time depends on other texts.
 * @returns `copies`: how often a set may find a video
 */
export function hitSets(search: Search, values: Values): { sets: string[]; copies: number } {
  const [first = [], ...others] = search.words.map((word) => setsOf(search, word, values));
  if (others.length === 0) return { sets: first, copies: 1 };
  // PostgreSQL hashes a set at the first video that the sets before it lack. Of a common word the first set mostly has all. Without
  // `is true` it may join instead, and look at the grams of each video, because it expects few.
  const hold = others.map((sets) => `(${sets.map((set) => `hit.video_id in (${set})`).join(" or ")}) is true`);
  // `offset 0` lets all videos of the first word share the sets.
  const sql = `select hit.video_id from (${first.join(" union all ")} offset 0) as hit where ${hold.join(" and ")}`;
  return { sets: [sql], copies: first.length };
}

/** All hits, some of them several times. */
export function hits(search: Search, values: Values): string {
  const all = hitSets(search, values).sets.join(" union all ");
  return `select hit.video_id from (${all}) as hit where ${isShown("hit.video_id", search.hidden, values)}`;
}

/** The sets of videos with a word. One look-up finds all spellings that are a gram of their own. */
function setsOf({ scope, names }: Search, word: SearchedWord, values: Values): string[] {
  const { short = [], long = [] } = Object.groupBy(spellingsOf(word), (text) => (isExact(text) ? "short" : "long"));
  const inNames = scope === "shown" ? spellingsOf(word).flatMap((text) => isNamed(names.find(text), values)) : [];
  const isRead = word.readings.length > 0 ? [hasReading(scope, values.add(word.readings))] : [];
  const grams = short.flatMap(gramsOfWord);
  return [
    ...SOURCES[scope].flatMap((source) => (grams.length > 0 ? [withGrams(source, "&&", grams, values)] : [])),
    ...inNames.map((condition) => `select v.id as video_id from videos v where ${condition}`),
    ...isRead.map((condition) => `select r.video_id from video_search_readings r where ${condition}`),
    ...long.flatMap((text) => SOURCES[scope].map((source) => hitsIn(source, text, values))),
  ];
}

/** The ids of videos in whose texts of a source the spelling stands. Those with its grams are read in the order of their table. */
export function hitsIn(source: Source, spelling: string, values: Values): string {
  const possible = withGrams(source, "@>", gramsOfWord(spelling), values);
  if (isExact(spelling)) return possible;
  const stands = textHolds([source], spelling, values);
  if (source === "spoken") return `${possible} and ${stands}`;
  return `select t.video_id from video_search_texts t where t.video_id = any (array(${possible})) and ${stands}`;
}

/** The subquery hides the grams from the planner, which would scan the whole table with all its arrays for common ones. */
function withGrams(source: Source, has: "@>" | "&&", sought: number[], values: Values): string {
  const { table, grams } = INDEXES[source];
  return `select video_id from ${table} where unpacked(${grams}) ${has} (select ${values.add(sought)}::bigint[])`;
}
