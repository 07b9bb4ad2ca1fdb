import { normalizeForSearch, searchWords } from "@manabiya/contract/rules/search-text.ts";

/** The texts in the search's form, made once per transcript. */
export function searchable(lines: readonly { text: string }[]): string[] {
  return lines.map(({ text }) => normalizeForSearch(text));
}

/** @returns the indexes of the lines that contain every word of the query */
export function linesWith(query: string, normalized: readonly string[]): number[] {
  const words = searchWords(query);
  if (words.length === 0) return [];
  return [...normalized.keys()].filter((index) => words.every((word) => normalized[index]?.includes(word)));
}
