import { normalizeForSearch } from "@manabiya/contract/rules/search-text.ts";

/** A stretch of text that matches a search word or does not. */
interface TextStretch {
  text: string;
  isHit: boolean;
}

/** Graphemes, so that combining marks stay with their characters. */
const characters = new Intl.Segmenter("ja", { granularity: "grapheme" });

/**
 * Splits a text at the matches of the search words, by the server's own rule.
 * @param words normalised, see `searchWords`
 */
export function markWords(text: string, words: readonly string[]): TextStretch[] {
  const normal = normalizeForSearch(text);
  const spans = words.flatMap((word) => spansOf(normal, word));
  if (spans.length === 0) return [{ text, isHit: false }];
  const stretches: TextStretch[] = [];
  let start = 0;
  let read = "";
  for (const { segment } of characters.segment(text)) {
    read += segment;
    const end = normalLength(read);
    const isHit = spans.some((span) => span.start < end && start < span.end);
    const last = stretches.at(-1);
    if (last?.isHit === isHit) last.text += segment;
    else stretches.push({ text: segment, isHit });
    start = end;
  }
  return stretches;
}

function spansOf(text: string, word: string): { start: number; end: number }[] {
  const spans = [];
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + word.length)) {
    spans.push({ start: at, end: endOfVowel(text, at + word.length) });
  }
  return spans;
}

/** The search ignores a final long-vowel mark; in the text it belongs to the match. */
function endOfVowel(text: string, end: number): number {
  return text[end] === "ー" ? endOfVowel(text, end + 1) : end;
}

/** The length of a prefix after normalisation. The extra character keeps a trailing space. */
function normalLength(beginning: string): number {
  return normalizeForSearch(`${beginning}一`).length - 1;
}
