import { normalizeForSearch } from "@manabiya/contract/rules/search-text.ts";

/** Sounds such as [音楽], which YouTube writes and nobody says. */
const SOUNDS = /\[[^\]]*\]|［[^］]*］/g;

/** What search compares of a line of captions: the spoken words. */
export function searchTextOf(text: string): string {
  return normalizeForSearch(text.replace(SOUNDS, " "));
}
