import { normalizeForSearch, searchWords, withoutLastMark } from "@manabiya/contract/rules/search-text.ts";
import { toHiragana } from "wanakana";
import { phrasesOf } from "../phrase-breaks.ts";
import { isKana, keyOfReading } from "./readings/reading-keys.ts";

/** A word of a search with everything that finds it. */
export interface SearchedWord {
  /** Normalised, as it was typed. */
  text: string;
  /** Other spellings, normalised. */
  others: string[];
  /** The key of the word's reading; null: kanji, or Latin letters. */
  reading: number | null;
}

/** A word in its typed spelling, and in kana also by its reading. @param text normalised */
export function searchedWord(text: string, others: string[] = []): SearchedWord {
  return { text, others, reading: isKana(text) ? keyOfReading(text) : null };
}

/** A word in its typed spelling only. @param text normalised */
export const plainWord = (text: string): SearchedWord => ({ text, others: [], reading: null });

/** Whether only the texts themselves decide about the word. */
export const isPlain = ({ others, reading }: SearchedWord) => others.length === 0 && reading === null;

/** The word's spellings; the typed one is the first. */
export const spellingsOf = ({ text, others }: SearchedWord) => [text, ...others];

/** Particles at the end of a phrase, and words that say only that somebody wants to learn. */
const PARTICLES = /(?:[のをにへがはとでも]|から|まで|より|とは|って)+$/;
const LEARNING =
  /^(?:方法|やり方|作り方|つくり方|書き方|始め方|使い方|選び方|出し方|決め方|コツ|仕組み|意味|入門|おすすめ|する|作る|つくる)$/;

/**
 * The readings of a query, from narrow to wide. A search uses the first that finds anything: as it was typed, with Latin
 * letters read as rōmaji, by its phrases without particles, and by those that name a subject.
 */
export function readQuery(query: string): SearchedWord[][] {
  const typed = searchWords(query);
  if (typed.length === 0) return [];
  const phrases = query
    .normalize("NFKC")
    .split(/\s+/u)
    .flatMap(phrasesOf)
    .map((phrase) => phrase.replace(PARTICLES, ""))
    .filter(Boolean);
  const subjects = phrases.filter((phrase) => !LEARNING.test(phrase));
  const attempts = [typed.map((word) => searchedWord(word)), typed.map(romaji), wordsOf(phrases), wordsOf(subjects)];
  const distinct = new Map(attempts.map((words) => [JSON.stringify(words), words]));
  return [...distinct.values()].filter((words) => words.length > 0);
}

const wordsOf = (phrases: string[]) => searchWords(phrases.join(" ")).map(romaji);

const LATIN = /^[a-z'ー-]{3,}$/;

/** Short words would find many texts by chance. */
const MIN_KANA = 2;

function romaji(word: string): SearchedWord {
  const kana = LATIN.test(word) ? withoutLastMark(normalizeForSearch(toHiragana(word))) : "";
  if (kana.length < MIN_KANA || !isKana(kana)) return searchedWord(word);
  return { text: word, others: [kana], reading: keyOfReading(kana) };
}
