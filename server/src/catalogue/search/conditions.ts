import type { NamedBy, SearchedNames } from "./names.ts";
import type { SearchedWord } from "./words.ts";

/**
 * The searched texts. `shown` is what a card shows: the title and the names of tags and categories. It is the limit for users
 * without access, who could otherwise guess a description or a chapter word by word.
 */
export type Scope = IndexedScope | "shown";
export type IndexedScope = "title" | "chapter" | "all";

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
}

/** `base` texts are title, description, tags and categories. */
const TEXTS: Record<IndexedScope, string[]> = {
  title: ["t.title_text"],
  chapter: ["t.chapter_text"],
  all: ["t.chapter_text", "t.base_text"],
};

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
export function textHolds(scope: IndexedScope, word: string, values: Values): string {
  const value = values.add(word);
  return `(${TEXTS[scope].map((text) => `strpos(${text}, ${value}) > 0`).join(" or ")})`;
}

/** Whether `videos v` with its texts `t` holds the word in its typed spelling. */
export function holds({ scope, names }: Search, { text }: SearchedWord, values: Values): string {
  if (scope !== "shown") return textHolds(scope, text, values);
  return `(${[textHolds("title", text, values), ...isNamed(names.find(text), values)].join(" or ")})`;
}

const READINGS = {
  title: ["title"],
  names: ["names"],
  description: ["description"],
  chapter: ["chapter"],
  shown: ["title", "names"],
  all: ["title", "names", "description", "chapter"],
};

/** Whether the texts of `video_search_readings r` are read like this. The subquery hides the key, as it does grams. */
export function hasReading(texts: keyof typeof READINGS, key: number, values: Values): string {
  const keys = values.add([key]);
  const columns = READINGS[texts].map((column) => `unpacked(r.${column}_readings) @> (select ${keys}::bigint[])`);
  return `(${columns.join(" or ")})`;
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
