import { normalizeForSearch, withoutLastMark } from "@manabiya/contract/rules/search-text.ts";
import { toHiragana } from "wanakana";
import { isKana, keyOfReading } from "./readings/reading-keys.ts";

/** A word of a search with everything that finds it. */
export interface SearchedWord {
  /** Normalised, as it was typed. */
  text: string;
  /** Other spellings, normalised. */
  others: string[];
  /** Keys of readings; empty: only texts decide. */
  readings: number[];
}

/** A word in its typed spelling only. @param text normalised */
export const plainWord = (text: string): SearchedWord => ({ text, others: [], readings: [] });

/** The word's spellings; the typed one is the first. */
export const spellingsOf = ({ text, others }: SearchedWord) => [text, ...others];

export const keysOf = (reading: string) => [keyOfReading(reading)].filter((key) => key !== null);

const LATIN = /^[a-z'ー-]{3,}$/;

/** Shorter ones would find many texts by chance. */
const MIN_KANA = 2;

/** @param word normalised @returns normalised hiragana; null: no rōmaji */
export function kanaOfRomaji(word: string): string | null {
  const kana = LATIN.test(word) ? withoutLastMark(normalizeForSearch(toHiragana(word.replaceAll("tch", "cch")))) : "";
  return kana.length >= MIN_KANA && isKana(kana) ? kana : null;
}
