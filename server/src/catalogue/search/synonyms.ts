import { searchWords } from "@manabiya/contract/rules/search-text.ts";
import { synonymsOf } from "@manabiya/contract/staff/search-words/synonyms.ts";

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
        const others = this.#others.get(word) ?? new Set();
        for (const other of words) if (other !== word) others.add(other);
        this.#others.set(word, others);
      }
    }
  }

  /** @param words normalised, joined by spaces @returns single normalised words */
  find(words: string): string[] {
    return [...(this.#others.get(words) ?? [])];
  }
}
