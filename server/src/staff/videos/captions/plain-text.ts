import { isInvisible } from "@manabiya/contract/text.ts";

// No pattern crosses a second sign of its beginning, or long texts would take long.

/** Tags of VTT and of players of SRT, with YouTube's times of single words. */
const TAGS =
  /<rt>[^<]*<\/rt>|<\/?(?:c|i|b|u|s|v|ruby|rt|lang|font|span)(?:[.\s][^<>]*)?>|<(?:\d+:)?\d\d:\d\d[.,]\d{3}>/gi;
/** Positions that Aegisub writes into SRT, such as {\an8}. */
const POSITIONS = /\{\\[^{}]*\}/g;
const ENTITIES: Record<string, string> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  "#39": "'",
  nbsp: " ",
  lrm: "",
  rlm: "",
};

/**
 * Captions are plain text: markup goes, and its entities become their characters. A row that nobody sees is empty, as for
 * the call that saves it.
 */
export function plainText(row: string): string {
  const plain = row
    .replace(TAGS, "")
    .replace(POSITIONS, "")
    .replace(/&(amp|lt|gt|quot|apos|#39|nbsp|lrm|rlm);/g, (whole, name: string) => ENTITIES[name] ?? whole)
    // Control characters are no text, and NUL cannot be stored.
    .replace(/\p{Cc}+/gu, " ")
    .trim();
  return isInvisible(plain) ? "" : plain;
}
