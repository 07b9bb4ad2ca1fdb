import { nfkc } from "@manabiya/contract/nfkc.ts";
import { normalizeForSearch, searchWords, withoutLastMark } from "@manabiya/contract/rules/search-text.ts";
import { toHiragana } from "wanakana";
import { phrasesOf } from "../phrase-breaks.ts";
import { isKana, keyOfReading } from "./readings/reading-keys.ts";
import type { Synonyms } from "./synonyms.ts";

/** A word of a search with everything that finds it. */
export interface SearchedWord {
  /** Normalised, as it was typed. */
  text: string;
  /** Other spellings, normalised. */
  others: string[];
  /** The key of the word's reading; null: kanji, or Latin letters. */
  reading: number | null;
}

/** A word in its typed spelling only. @param text normalised */
export const plainWord = (text: string): SearchedWord => ({ text, others: [], reading: null });

/** Whether only the texts themselves decide about the word. */
export const isPlain = ({ others, reading }: SearchedWord) => others.length === 0 && reading === null;

/** The word's spellings; the typed one is the first. */
export const spellingsOf = ({ text, others }: SearchedWord) => [text, ...others];

/** お and ご before kanji: お問い合わせ. */
const HONORIFIC = /^[おご](?=\p{Script=Han})/u;
/**
 * Particles at the end of a phrase. None may consist of others: two ways to read とは would double the time with each.
 */
const PARTICLES = /(?:[のをにへがはとでも]|から|まで|より|って)+$/;
/** Words that say only that somebody wants to learn. */
const LEARNING =
  /^(?:方法|やり方|作り方|つくり方|書き方|始め方|使い方|選び方|出し方|決め方|コツ|仕組み|意味|入門|おすすめ|する|作る|つくる)$/;

export const NO_SYNONYMS = { find: () => [] };

/**
 * The readings of a query, from narrow to wide. A search uses the first that finds anything: as it was typed, as a whole by
 * its synonyms, with Latin letters read as rōmaji, by its phrases without particles, and by those that name a subject.
 * Every reading includes the synonyms of its words.
 */
export function readQuery(query: string, synonyms: Pick<Synonyms, "find">): SearchedWord[][] {
  const typed = searchWords(query);
  if (typed.length === 0) return [];
  const phrases = phrasesIn(query);
  const subjects = phrases.filter((phrase) => !LEARNING.test(phrase));
  const word = (text: string) => searchedWord(text, synonyms);
  const readings = [
    typed.map(word),
    wholeOf(typed, synonyms),
    ...[typed, searchWords(phrases.join(" ")), searchWords(subjects.join(" "))].map((words) =>
      words.map((text) => withRomaji(word(text), synonyms)),
    ),
  ];
  const distinct = new Map(readings.map((words) => [JSON.stringify(words), words]));
  return [...distinct.values()].filter((words) => words.length > 0);
}

/** The phrases of a query without particles, as they were typed. */
export function phrasesIn(query: string): string[] {
  return nfkc(query).split(/\s+/u).flatMap(phrasesOf).map(withoutParticles).filter(Boolean);
}

const withoutParticles = (phrase: string) => phrase.replace(HONORIFIC, "").replace(PARTICLES, "");

/** A word in kana is also found by its reading. */
function searchedWord(text: string, synonyms: Pick<Synonyms, "find">): SearchedWord {
  return { text, others: synonyms.find(text), reading: isKana(text) ? keyOfReading(text) : null };
}

/** Several words that have a meaning together, such as "landing page". */
function wholeOf(typed: string[], synonyms: Pick<Synonyms, "find">): SearchedWord[] {
  const [text, ...others] = typed.length > 1 ? synonyms.find(typed.join(" ")) : [];
  return text === undefined ? [] : [{ text, others, reading: null }];
}

const LATIN = /^[a-z'ー-]{3,}$/;

/** Shorter ones would find many texts by chance. */
const MIN_KANA = 2;

function withRomaji(word: SearchedWord, synonyms: Pick<Synonyms, "find">): SearchedWord {
  const kana = LATIN.test(word.text) ? withoutLastMark(normalizeForSearch(toHiragana(word.text))) : "";
  if (kana.length < MIN_KANA || !isKana(kana)) return word;
  return { ...word, others: [kana, ...word.others, ...synonyms.find(kana)], reading: keyOfReading(kana) };
}
