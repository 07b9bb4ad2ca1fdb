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
        for (const other of words) if (other !== word) for (const form of formsOf(other)) others.add(form);
        this.#others.set(stemOf(word), others);
      }
    }
  }

  /** @param words normalised, joined by spaces @returns single normalised words */
  find(words: string): string[] {
    return [...(this.#others.get(stemOf(words)) ?? [])];
  }
}

/** Verbs and adjectives are typed with other endings than staff type: 稼ぐ, 稼いだ. */
const stemOf = (word: string) => (isVerb(word) ? word.slice(0, 1) : word);

const ENDINGS = "うくぐすつぬぶむるい";
const OTHER_ENDINGS = "いきぎしちにびみりく";

/** How a text holds a verb or an adjective most: 集め, 稼ぐ and 稼ぎ. The kanji alone stands in many other words. */
function formsOf(word: string): string[] {
  const [kanji = "", kana = "", last] = word;
  if (!isVerb(word)) return [word];
  return last === undefined ? [word, kanji + (OTHER_ENDINGS[ENDINGS.indexOf(kana)] ?? "")] : [kanji + kana];
}
