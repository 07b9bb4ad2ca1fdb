import { nfkc } from "../nfkc.ts";

/** Characters of a query. */
export const SEARCH_MAX = 100;

/** The length of the list that a search finds, and of its `count`: to count further would take most of the time. */
export const HITS_MAX = 10_000;

const KATAKANA = /[\u30a1-\u30f6\u30fd\u30fe]/g;
const KATAKANA_TO_HIRAGANA = -0x60;
/** Hyphens, dashes, minus signs, lines and waves that replace the long-vowel mark in typed text. */
const DASHES_AFTER_KANA =
  /(?<=[\u3041-\u3096\u30a1-\u30f6\u3099\u309a\u309d\u309eー])[-\u2010-\u2015\u2212\u2500\u2501~\u223c\u301c]+/g;

/** Kana with the long-vowel mark, whatever sign was typed for it. @param text in NFKC */
export function withLongVowels(text: string): string {
  return text.replace(DASHES_AFTER_KANA, (dashes) => "ー".repeat(dashes.length));
}

/**
 * The form of texts and words for comparison. Width, case, hiragana or katakana, and the character typed for a
 * long-vowel mark do not matter. White space becomes one space; invisible characters disappear.
 */
export function normalizeForSearch(text: string): string {
  const visible = nfkc(text)
    .toLowerCase()
    .replace(/\p{Default_Ignorable_Code_Point}+/gu, "");
  return withLongVowels(visible)
    .replaceAll("ς", "σ")
    .replace(KATAKANA, (kana) => String.fromCharCode(kana.charCodeAt(0) + KATAKANA_TO_HIRAGANA))
    .replace(/\s+/gu, " ")
    .trim();
}

/** From this length on a word loses the long-vowel mark at its end: サーバー finds サーバ, and カレー no verb that ends with かれ. */
const LONG_WORD = 4;

/** The distinct words of a query, normalised. */
export function searchWords(query: string): string[] {
  const words = normalizeForSearch(query).split(" ").filter(Boolean).map(withoutLastMark);
  return [...new Set(words)];
}

/** @param word normalised */
export function withoutLastMark(word: string): string {
  return word.length >= LONG_WORD && word.endsWith("ー") ? word.slice(0, -1) : word;
}
