import { normalizeForSearch } from "@manabiya/contract/rules/search-text.ts";

/** A stretch of a text, and whether it is one of the words that were searched for. */
export interface TextStretch {
  text: string;
  isHit: boolean;
}

/** What people take for one character: marks and modifiers stay with what they belong to. */
const characters = new Intl.Segmenter("ja", { granularity: "grapheme" });

/**
 * Cuts a text where the words of a search begin and end in it, by the same rule by which the server finds them.
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

/** Words are looked for without the long-vowel mark at their end; where it is there, it is part of the word. */
function endOfVowel(text: string, end: number): number {
  return text[end] === "ー" ? endOfVowel(text, end + 1) : end;
}

/** How long a beginning of the text is in the normalised one; the character behind it keeps a space at its end. */
function normalLength(beginning: string): number {
  return normalizeForSearch(`${beginning}一`).length - 1;
}
