import { searchWords } from "@manabiya/contract/rules/search-text.ts";
import { distance } from "fastest-levenshtein";

/** Shorter words differ by one letter from too many others. */
const MIN_LENGTH = 4;
/** From this length on two letters may be wrong. */
const LONG_WORD = 6;

/** Words that every member may see: names of tags and categories, and synonyms. It corrects misspelt ones. */
export class Vocabulary {
  /** Normalised words with their usual spelling. */
  readonly #words: ReadonlyMap<string, string>;

  constructor(words: readonly string[]) {
    this.#words = new Map(words.map((word) => [searchWords(word).join(" "), word]));
  }

  /** @returns the query with its unknown words replaced by the nearest known ones; null: none is near */
  correct(query: string): string | null {
    const typed = searchWords(query);
    const corrected = typed.map((word) => (this.#words.has(word) ? word : (this.#nearest(word) ?? word)));
    const text = corrected.join(" ");
    return text === typed.join(" ") ? null : text;
  }

  #nearest(word: string): string | null {
    if (word.length < MIN_LENGTH) return null;
    let maxDistance = word.length < LONG_WORD ? 1 : 2;
    let nearest: string | null = null;
    for (const [known, spelling] of this.#words) {
      if (Math.abs(known.length - word.length) > maxDistance) continue;
      const found = distance(word, known);
      if (found > maxDistance) continue;
      nearest = spelling;
      // Another word must be nearer.
      maxDistance = found - 1;
    }
    return nearest;
  }
}
