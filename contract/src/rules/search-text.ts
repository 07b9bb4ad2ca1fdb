/** Characters of a query. */
export const SEARCH_MAX = 100;

const KATAKANA = /[\u30a1-\u30f6\u30fd\u30fe]/g;
const KATAKANA_TO_HIRAGANA = -0x60;
/** Hyphens, dashes, minus signs, lines and waves that people type for the long-vowel mark. */
const DASHES_AFTER_KANA =
  /(?<=[\u3041-\u3096\u3099\u309a\u309d\u309eー])[-\u2010-\u2015\u2212\u2500\u2501~\u223c\u301c]+/g;

/**
 * The form in which texts and words are compared: without regard to width, case, hiragana or katakana, and to what
 * was typed for a long-vowel mark. White space becomes one space; what nobody sees is left out.
 */
export function normalizeForSearch(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/\p{Default_Ignorable_Code_Point}+/gu, "")
    .replaceAll("ς", "σ")
    .replace(KATAKANA, (kana) => String.fromCharCode(kana.charCodeAt(0) + KATAKANA_TO_HIRAGANA))
    .replace(DASHES_AFTER_KANA, (dashes) => "ー".repeat(dashes.length))
    .replace(/\s+/gu, " ")
    .trim();
}

/** From this length on a word is looked for without the long-vowel mark at its end: サーバー finds サーバ. */
const LONG_WORD = 3;

/** The different words of a query, normalised; none for a blank one. */
export function searchWords(query: string): string[] {
  const words = normalizeForSearch(query).split(" ").filter(Boolean).map(withoutLastMark);
  return [...new Set(words)];
}

function withoutLastMark(word: string): string {
  return word.length >= LONG_WORD && word.endsWith("ー") ? word.slice(0, -1) : word;
}
