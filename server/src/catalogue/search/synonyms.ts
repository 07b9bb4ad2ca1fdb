import { searchWords } from "@manabiya/contract/rules/search-text.ts";
import { synonymsOf } from "@manabiya/contract/staff/search-words/synonyms.ts";
import { isVerb } from "./query/tokens.ts";

/** The groups of synonyms at one version of the catalogue, prepared for searching. */
export class Synonyms {
  readonly #others = new Map<string, Set<string>>();

  /** @param groups as staff type them */
  constructor(groups: readonly string[]) {
    for (const group of groups) {
      // Nothing is left of invisible characters, and nothing is in every text.
      const words = synonymsOf(group)
        .map((word) => searchWords(word).join(" "))
        .filter(Boolean);
      for (const word of words) {
        const others = this.#others.get(stemOf(word)) ?? new Set();
        // Texts are searched for single words.
        for (const other of words) if (other !== word && !other.includes(" ")) others.add(stemOf(other));
        this.#others.set(stemOf(word), others);
      }
    }
  }

  /** @param words normalised, joined by spaces @returns single normalised words */
  find(words: string): string[] {
    return [...(this.#others.get(stemOf(words)) ?? [])];
  }
}

/** Verbs and adjectives are written with other endings than they are typed with: 稼ぐ, 稼いだ. */
const stemOf = (word: string) => (isVerb(word) ? word.slice(0, 1) : word);
