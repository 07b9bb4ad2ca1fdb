import type { Search } from "./conditions.ts";

/** The hits depend on nothing else, above all not on the member. */
export function keyOf({ scope, categoryIds, words }: Search): string {
  return `${keyOfWords(words)} ${JSON.stringify([scope, categoryIds])}`;
}

/** The order of the words makes no difference. */
export function keyOfWords(words: Search["words"]): string {
  return `search ${JSON.stringify(words.toSorted((a, b) => (a.text < b.text ? -1 : 1)))}`;
}
