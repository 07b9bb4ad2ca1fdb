import { searchWords } from "@manabiya/contract/rules/search-text.ts";
import { synonymsOf } from "@manabiya/contract/staff/search-words/synonyms.ts";

/** The groups of synonyms at one version of the catalogue, prepared for searching. */
export class Synonyms {
  /** Normalised words, each joined by spaces. */
  readonly #groups: string[][];

  /** @param groups as staff type them */
  constructor(groups: readonly string[]) {
    // Nothing is left of invisible characters, and nothing is in every text.
    const wordsOf = (group: string) => synonymsOf(group).map((word) => searchWords(word).join(" "));
    this.#groups = groups.map((group) => wordsOf(group).filter(Boolean));
  }

  /** @param words normalised, joined by spaces */
  find(words: string): string[] {
    const all = this.#groups.filter((group) => group.includes(words)).flat();
    return [...new Set(all)].filter((word) => word !== words);
  }
}
