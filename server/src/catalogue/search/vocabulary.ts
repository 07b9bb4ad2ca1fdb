import { searchWords } from "@manabiya/contract/rules/search-text.ts";
import { distance } from "fastest-levenshtein";
import { toRomaji } from "wanakana";
import { possibleReadings } from "./readings/kanji-readings.ts";
import { isKana } from "./readings/reading-keys.ts";

/** Shorter words differ by one letter from too many others. */
const MIN_LENGTH = 4;
/** From this length on two letters may be wrong. */
const LONG_WORD = 6;

/** Characters that words of a like beginning share. */
const MIN_BEGINNING = 2;
const MAX_ALIKE = 2;

/** Shorter readings are those of too many words. */
const MIN_READING = 3;

/** Characters of an abbreviation, which begins like the word and may go on like a later part: ステ・メ, ポト・フォ, バリデ. */
const ABBREVIATED = { min: 3, max: 4 };
const KANA_OF_PART = 2;
/** Shorter words need no abbreviation. */
const MIN_ABBREVIATED = 6;
const KATAKANA = /^[ァ-ヺー・]+$/;
const INITIALS = /^[a-z]{2,4}$/;

const segmenter = new Intl.Segmenter("ja", { granularity: "word" });

/** Words that every member may see: names of tags and categories, and synonyms. They explain misspelt and abbreviated ones. */
export class Vocabulary {
  /** Normalised words with their usual spelling. */
  readonly #words: ReadonlyMap<string, string>;
  /** The parts of such as "function calling", which are misspelt on their own. */
  readonly #pieces: readonly [string, string][];
  /** Their possible readings. */
  readonly #readings: ReadonlyMap<string, string>;

  constructor(words: readonly string[]) {
    this.#words = new Map(words.map((word) => [searchWords(word).join(" "), word]));
    const known = [...this.#words];
    const latin = known.filter(([word]) => /^[\w ]+$/.test(word));
    this.#pieces = latin.flatMap(([word]) => word.split(" ").map((part): [string, string] => [part, part]));
    const readings = known.flatMap(([word, spelling]) =>
      possibleReadings(word).map((read) => [read, spelling] as const),
    );
    this.#readings = new Map(readings.filter(([reading]) => reading.length >= MIN_READING));
  }

  has(word: string): boolean {
    return this.#words.has(word);
  }

  /** @returns the usual spelling of the word that the typed one stands for; null: none is near */
  correct(typed: string): string | null {
    const word = searchWords(typed).join(" ");
    if (this.has(word)) return null;
    // Katakana spell no word of kanji: ワイン is not 割引.
    const read = KATAKANA.test(typed) ? undefined : this.#readings.get(word);
    return this.#nearest(word) ?? read ?? this.#abbreviated(word);
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
    const readings = word.length >= LONG_WORD && isKana(word) ? this.#readings : [];
    for (const [known, spelling] of [...this.#words, ...this.#pieces, ...readings]) {
      if (Math.abs(known.length - word.length) > maxDistance || known[0] !== word[0]) continue;
      const found = isSwapped(word, known) ? 1 : distance(word, known);
      if (found > maxDistance) continue;
      nearest = spelling;
      // Another word must be nearer.
      maxDistance = found - 1;
    }
    return nearest;
  }

  #abbreviated(word: string): string | null {
    const isOfKana = isKana(word) && word.length >= ABBREVIATED.min && word.length <= ABBREVIATED.max;
    if (!isOfKana && !INITIALS.test(word)) return null;
    const initials = [...word].map(initialOf).join("");
    const isMeant = ([known, spelling]: [string, string]) =>
      isOfKana
        ? isKana(known) && known.length >= MIN_ABBREVIATED && standsFor(word, known.replaceAll("ー", ""))
        : piecesOf(spelling).map(initialOf).join("") === initials;
    return [...this.#words].find(isMeant)?.[1] ?? null;
  }
}

/** Two neighbouring letters in the wrong order. */
function isSwapped(one: string, other: string): boolean {
  const at = [...one].findIndex((letter, index) => letter !== other[index]);
  const swapped = `${one.slice(0, at)}${one[at + 1] ?? ""}${one[at] ?? ""}${one.slice(at + 2)}`;
  return at >= 0 && swapped === other;
}

/** WordPress has two, too. */
function piecesOf(spelling: string): string[] {
  const apart = spelling.replace(/(?<=[a-z])(?=[A-Z])/g, " ");
  return [...segmenter.segment(apart)].filter(({ isWordLike }) => isWordLike).map(({ segment }) => segment);
}

/** Both without long-vowel marks. */
function standsFor(word: string, known: string): boolean {
  if (known.startsWith(word)) return true;
  return Array.from({ length: KANA_OF_PART }, (_, length) => length + 1).some((length) => {
    const rest = word.slice(length);
    const isLike = known.startsWith(word.slice(0, length)) && known.includes(rest, length + 1);
    return isLike && rest.length <= KANA_OF_PART && !/^[ぁぃぅぇぉっゃゅょん]/.test(rest);
  });
}

const SAME_SOUND: Record<string, string> = { v: "b", l: "r", c: "k" };

/** The first letter as katakana renders it: ビュー and "view" begin alike. */
function initialOf(part: string): string {
  const [letter = ""] = toRomaji(part).toLowerCase();
  return SAME_SOUND[letter] ?? letter;
}
