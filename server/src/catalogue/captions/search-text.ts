import { normalizeForSearch } from "@manabiya/contract/rules/search-text.ts";

/** Sounds such as [音楽], which YouTube writes and nobody says. No match crosses a second bracket, or many would take long. */
const SOUNDS = /\[[^[\]]*\]|［[^［］]*］/g;

/** Search compares the spoken words of a line of captions. */
export function searchTextOf(text: string): string {
  return normalizeForSearch(text.replace(SOUNDS, " "));
}
