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

const INDEXES: Record<Source, { table: string; grams: string }> = {
  title: { table: "video_search_grams", grams: "title_grams" },
  chapter: { table: "video_search_grams", grams: "chapter_grams" },
  texts: { table: "video_search_grams", grams: "all_grams" },
  spoken: { table: "video_search_spoken", grams: "spoken_grams" },
};

/**
 * Videos in all sets. A set is the union of its selects. The condition `exists` ignores `distinct`, so that it stops at the first
 * hit.
 */
function shownOf({ hidden }: Search, sets: string[][], values: Values): string {
  const all = sets.map((selects) => `(${selects.join(" union all ")})`).join(" intersect ");
  const isDistinct = sets.length > 1 || sets[0]?.length === 1;
  return `select ${isDistinct ? "" : "distinct"} hit.video_id from (${all}) as hit where ${isShown("hit.video_id", hidden, values)}`;
}

/**
 * The ids of videos that hold all words. The scope `shown` reads nothing but titles, tags and categories, so that not even the time
 * depends on other texts.
 * @param common long spellings with so many candidates that reading all texts in order costs less than looking them up
 */
export function hits(search: Search, values: Values, common: readonly string[]): string {
  const sets = search.words.map((word) => hitsOfWord(search, word, { values, common }));
  return shownOf(search, sets, values);
}

function hitsOfWord(
  search: Search,
  word: SearchedWord,
  { values, common }: { values: Values; common: readonly string[] },
): string[] {
  const spellings = spellingsOf(word);
  const scanned = spellings.filter((text) => common.includes(text));
  const inTexts = SOURCES[search.scope].flatMap((source) => {
    const isScanned = source !== "spoken" && scanned.length > 0;
    const lookedUp = isScanned ? spellings.filter((text) => !scanned.includes(text)) : spellings;
    return [
      ...(isScanned ? [scanOf(source, scanned, values)] : []),
      ...withAnyGram(source, lookedUp.filter(isExact), values),
      ...lookedUp.filter((text) => !isExact(text)).map((text) => lookUpOf(source, text, values)),
    ];
  });
  return [...inTexts, ...besideTexts(search, word, values)];
}

/** One scan confirms all spellings. Captions are many pages, so that their index always narrows them. */
function scanOf(source: Source, spellings: string[], values: Values): string {
  const conditions = spellings.map((text) => textHolds([source], text, values));
  return `select t.video_id from video_search_texts t where ${conditions.join(" or ")}`;
}

function lookUpOf(source: Source, spelling: string, values: Values): string {
  if (source === "spoken") return spokenHits(spelling, values);
  return `
    select t.video_id from video_search_texts t join (${withGrams(source, [spelling], values)}) as c using (video_id)
     where ${textHolds([source], spelling, values)}`;
}

/** The ids of videos in whose captions the spelling stands. */
export function spokenHits(spelling: string, values: Values): string {
  const possible = withGrams("spoken", [spelling], values);
  if (isExact(spelling)) return possible;
  return `
    select s.video_id from video_search_spoken s
     where s.video_id in (${possible}) and ${textHolds(["spoken"], spelling, values)}`;
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

/** One row with the number of candidates of each spelling among the texts that a scan would read. */
export function candidateCounts({ scope }: Search, spellings: readonly string[], values: Values): string {
  const [source = "title"] = SOURCES[scope];
  return `select array[${spellings.map((text) => `(select count(*) from (${withGrams(source, [text], values)}) as c)`).join(", ")}] as counts`;
}

/** The spellings whose candidates are confirmed in texts. */
export const longSpellings = ({ words }: Search) => words.flatMap(spellingsOf).filter((text) => !isExact(text));

/** One look-up for all spellings that are a gram of their own. */
function withAnyGram(source: Source, spellings: string[], values: Values): string[] {
  const { table, grams } = INDEXES[source];
  if (spellings.length === 0) return [];
  const wanted = values.add(spellings.flatMap(gramsOfWord));
  return [`select g.video_id from ${table} g where unpacked(g.${grams}) && (select ${wanted}::bigint[])`];
}

/**
 * The subquery hides the grams from the planner, which would scan the whole table with all its arrays for common ones.
 */
function withGrams(source: Source, spellings: readonly string[], values: Values): string {
  const { table, grams } = INDEXES[source];
  const wanted = values.add([...new Set(spellings.flatMap(gramsOfWord))]);
  return `
    select g.video_id from ${table} g where unpacked(g.${grams}) @> (select ${wanted}::bigint[])`;
}
