import { readFileSync } from "node:fs";
import { isKana } from "./reading-keys.ts";

/**
 * How common words of two kanji in the IPADIC dictionary read each kanji, one line per kanji (decisions/088). An input method that
 * converts to the wrong kanji keeps the reading. The table takes 0.5 MB, a three-hundredth of the dictionary.
 */
const readings = new Map(
  readFileSync(new URL("kanji-readings.txt", import.meta.url), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => {
      const [kanji = "", ...ofKanji] = line.split(" ");
      return [kanji, ofKanji];
    }),
);

/** A word of ambiguous kanji has too many. */
const MAX_READINGS = 24;

/** The readings that a word of kanji and kana may have, in hiragana; none if it holds anything else. */
export function possibleReadings(word: string): string[] {
  let possible = [""];
  for (const character of word) {
    const each = isKana(character) ? [character] : (readings.get(character) ?? []);
    possible = possible.flatMap((start) => each.map((end) => start + end)).slice(0, MAX_READINGS);
  }
  return possible;
}
