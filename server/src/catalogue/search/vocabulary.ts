import { nfkc } from "@manabiya/contract/nfkc.ts";
import { searchWords } from "@manabiya/contract/rules/search-text.ts";
import { distance } from "fastest-levenshtein";

/** Shorter words differ by one letter from too many others. */
const MIN_LENGTH = 4;
/** From this length on two letters may be wrong. */
const LONG_WORD = 6;

/** Characters that words of a like beginning share. */
const MIN_BEGINNING = 2;
const MAX_ALIKE = 2;

/** Words that every member may see: names of tags and categories, and synonyms. It corrects misspelt ones. */
export class Vocabulary {
  /** Normalised words with their usual spelling. */
  readonly #words: ReadonlyMap<string, string>;

  constructor(words: readonly string[]) {
    this.#words = new Map(words.map((word) => [searchWords(word).join(" "), word]));
  }

  /** @returns the query with its unknown words replaced by the nearest known ones; null: none is near */
  correct(query: string): string | null {
    const typed = nfkc(query).split(/\s+/u).filter(Boolean);
    // People see the result, so the other words keep the spelling in which they were typed.
    const corrected = typed.map((word) => this.#correctWord(searchWords(word).join(" ")) ?? word);
    return corrected.every((word, index) => word === typed[index]) ? null : corrected.join(" ");
  }

  /** @param word normalised */
  #correctWord(word: string): string | null {
    return this.#words.has(word) ? null : this.#nearest(word);
  }

  /** @returns usual spellings of known words that share the first half of the word, at least two characters */
  beginningLike(word: string): string[] {
    const typed = searchWords(word).join(" ");
    const beginning = typed.slice(0, Math.max(MIN_BEGINNING, Math.ceil(typed.length / 2)));
    if (beginning.length < MIN_BEGINNING) return [];
    const alike = [...this.#words].filter(([known]) => known.startsWith(beginning)).map(([, spelling]) => spelling);
    return alike.slice(0, MAX_ALIKE);
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
