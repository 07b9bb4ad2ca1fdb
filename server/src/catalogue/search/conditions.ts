import type { NamedBy, SearchedNames } from "./names.ts";

/**
 * The searched texts. `shown` is what a card shows: the title and the names of tags and categories. It is the limit for users
 * without access, who could otherwise guess a description or a chapter word by word.
 */
export type Scope = IndexedScope | "shown";
export type IndexedScope = "title" | "chapter" | "all";

export interface Search {
  scope: Scope;
  /** Normalised, at least one. A hit holds all of them. */
  words: string[];
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

/** Whether `videos v` with its texts `t` holds the word. */
export function holds({ scope, names }: Search, word: string, values: Values): string {
  if (scope !== "shown") return textHolds(scope, word, values);
  return `(${[textHolds("title", word, values), ...isNamed(names.find(word), values)].join(" or ")})`;
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
