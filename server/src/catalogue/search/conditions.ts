import type { NamedBy, SearchedNames } from "./names.ts";
import { type SearchedWord, spellingsOf } from "./words.ts";

/**
 * The searched texts. `shown` is what a card shows: the title and the names of tags and categories. It is the limit for users
 * without access, who could otherwise guess a description or a chapter word by word.
 */
export type Scope = "title" | "chapter" | "all" | "shown";

/** Texts with an index of their own. `texts` are everything but captions. */
export type Source = "title" | "chapter" | "texts" | "spoken";

/** Captions have their own index, so that a change of a video's other texts does not write thousands of grams. */
export const SOURCES: Record<Scope, readonly Source[]> = {
  title: ["title"],
  shown: ["title"],
  chapter: ["chapter"],
  all: ["texts", "spoken"],
};

export interface Search {
  scope: Scope;
  /** At least one. A hit holds all of them. */
  words: SearchedWord[];
  /** The tags and categories of a word; for the scope `shown`. */
  names: Pick<SearchedNames, "find">;
  /** Only videos of these categories; null: all. */
  categoryIds: number[] | null;
  /** Ids of videos that members cannot see. */
  hidden: readonly number[];
  /** ISO 8601. */
  at: string;
  /** The number of published videos. */
  total: number;
}

/** `base` texts are title, description, tags and categories. Captions have their grams and their text in one row. */
export const INDEXES: Record<Source, { table: string; grams: string; texts: string[] }> = {
  title: { table: "video_search_grams g", grams: "g.title_grams", texts: ["t.title_text"] },
  chapter: { table: "video_search_grams g", grams: "g.chapter_grams", texts: ["t.chapter_text"] },
  texts: { table: "video_search_grams g", grams: "g.all_grams", texts: ["t.chapter_text", "t.base_text"] },
  spoken: { table: "video_search_spoken s", grams: "s.spoken_grams", texts: ["s.spoken_text"] },
};

/** The texts that decide about a search: `t`, captions as `s`, and readings as `r`. */
export function textsOf({ scope, words }: Search): string {
  const hasSpoken = SOURCES[scope].includes("spoken");
  const hasReadings = words.some(({ readings }) => readings.length > 0);
  return `video_search_texts t
    ${hasSpoken ? "left join video_search_spoken s on s.video_id = t.video_id" : ""}
    ${hasReadings ? "left join video_search_readings r on r.video_id = t.video_id" : ""}`;
}

/** Collects values and returns the parameter of each. */
export class Values {
  readonly list: unknown[];
  constructor(...values: unknown[]) {
    this.list = values;
  }
  add(value: unknown): string {
    return `$${this.list.push(value)}`;
  }
}

/** `strpos` has no wildcards, unlike `like`. */
export function textHolds(sources: readonly Source[], word: string, values: Values): string {
  const value = values.add(word);
  const texts = sources.flatMap((source) => INDEXES[source].texts);
  return `(${texts.map((text) => `strpos(${text}, ${value}) > 0`).join(" or ")})`;
}

/** Whether `videos v` with the texts of the search holds the word in any spelling or reading. */
export function holds({ scope, names }: Search, word: SearchedWord, values: Values): string {
  const spellings = spellingsOf(word);
  const conditions = [
    ...spellings.map((text) => textHolds(SOURCES[scope], text, values)),
    ...(scope === "shown" ? spellings.flatMap((text) => isNamed(names.find(text), values)) : []),
    ...(word.readings.length === 0 ? [] : [isReadAs(scope, word.readings, values)]),
  ];
  return `(${conditions.join(" or ")})`;
}

const READINGS = {
  title: ["title"],
  names: ["names"],
  description: ["description"],
  chapter: ["chapter"],
  shown: ["title", "names"],
  all: ["title", "names", "description", "chapter"],
};

/**
 * Whether the texts of `video_search_readings r` are read like one of the keys, by their indexes. The subquery hides the keys, as it
 * does grams. @param keys an expression
 */
export function hasReading(texts: keyof typeof READINGS, keys: string): string {
  const columns = READINGS[texts].map((column) => `unpacked(r.${column}_readings) && (select ${keys}::bigint[])`);
  return `(${columns.join(" or ")})`;
}

/** The same of a row that was found otherwise. */
export function isReadAs(texts: keyof typeof READINGS, keys: readonly number[], values: Values): string {
  const value = values.add(keys);
  return `(${READINGS[texts].map((column) => `r.${column}_readings && ${value}::bigint[]`).join(" or ")})`;
}

/** Conditions on `videos v`. */
export function isNamed({ tags, categories }: NamedBy, values: Values): string[] {
  const condition = (column: string, ids: number[]) =>
    ids.length === 0 ? [] : [`v.${column} && ${values.add(ids)}::int[]`];
  return [...condition("tag_ids", tags), ...condition("category_ids", categories)];
}

export function isShown(id: string, hidden: Search["hidden"], values: Values): string {
  return hidden.length === 0 ? "true" : `${id} <> all (${values.add(hidden)}::int[])`;
}

export function isInCategories({ categoryIds }: Search, values: Values): string {
  return categoryIds === null ? "true" : `v.category_ids && ${values.add(categoryIds)}::int[]`;
}

/** The hits depend on nothing else, above all not on the member. */
export function keyOf({ scope, categoryIds, words }: Search): string {
  return `${keyOfWords(words)} ${JSON.stringify([scope, categoryIds])}`;
}

/** The order of the words makes no difference. */
export function keyOfWords(words: SearchedWord[]): string {
  return `search ${JSON.stringify(words.toSorted((a, b) => (a.text < b.text ? -1 : 1)))}`;
}
