import { hash } from "node:crypto";
import { normalizeForSearch, withoutLastMark } from "@manabiya/contract/rules/search-text.ts";

/** A word of a text, as the analyser returns it. */
export interface Token {
  surface: string;
  /** In katakana; absent for words that the dictionary does not hold. */
  reading?: string;
  /** The form of a verb or adjective that dictionaries list. */
  baseForm?: string;
  partOfSpeech?: string;
}

const KANA = /^[\u3041-\u3096ー]+$/;
/** Searches for one character are found in texts only. */
const MIN_LENGTH = 2;
const MAX_LENGTH = 16;
/** Words that are searched as one: お・問い合わせ・フォーム. */
const MAX_WORDS = 5;
/** 助詞 and 助動詞 and signs: no search begins or ends with them. */
const BETWEEN_WORDS = new Set(["助詞", "助動詞", "記号"]);

export const isKana = (normalized: string) => KANA.test(normalized);

/** Bits of a key, which a JavaScript number holds exactly. Among the readings of a million videos two keys hardly ever collide. */
const KEY_BITS = 52;
const BITS_PER_DIGIT = 4;

/** @param reading normalised kana @returns null: too short or too long to be indexed */
export function keyOfReading(reading: string): number | null {
  if (reading.length < MIN_LENGTH || reading.length > MAX_LENGTH) return null;
  return Number.parseInt(hash("md5", withoutLastMark(reading)).slice(0, KEY_BITS / BITS_PER_DIGIT), 16);
}

/** The keys of every word with kanji, and of every sequence of words with such a word. */
export function keysOfTokens(tokens: readonly Token[]): number[] {
  const words = tokens.map(wordOf);
  const readings = new Set<string>();
  for (const [start, first] of words.entries()) {
    if (first.base !== null) readings.add(first.base);
    if (first.isBetween) continue;
    let reading = "";
    let hasKanji = false;
    for (const word of words.slice(start, start + MAX_WORDS)) {
      if (word.reading === null || reading.length + word.reading.length > MAX_LENGTH) break;
      reading += word.reading;
      hasKanji ||= word.hasKanji;
      if (hasKanji && !word.isBetween) readings.add(reading);
    }
  }
  return [...readings].flatMap((reading) => keyOfReading(reading) ?? []);
}

function wordOf(token: Token) {
  const { reading, baseForm, partOfSpeech = "" } = token;
  const surface = normalizeForSearch(token.surface);
  const read = normalizeForSearch(reading ?? token.surface);
  const known = isKana(read) ? read : null;
  return {
    /** Normalised kana; null: Latin letters, figures and signs. */
    reading: known,
    /** The reading of the base form if it differs. */
    base: known === null || baseForm === undefined ? null : readingOfBase(surface, known, normalizeForSearch(baseForm)),
    hasKanji: !isKana(surface),
    isBetween: BETWEEN_WORDS.has(partOfSpeech),
  };
}

/** 書き, かき, 書く → かく */
function readingOfBase(surface: string, reading: string, base: string): string | null {
  let stem = 0;
  while (stem < surface.length && surface[stem] === base[stem]) stem++;
  const [ending, baseEnding] = [surface.slice(stem), base.slice(stem)];
  const isInflected = stem > 0 && !isKana(surface.slice(0, stem)) && isKana(baseEnding) && reading.endsWith(ending);
  return isInflected ? reading.slice(0, reading.length - ending.length) + baseEnding : null;
}
