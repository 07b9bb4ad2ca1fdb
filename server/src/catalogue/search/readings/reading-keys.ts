import { hash } from "node:crypto";
import { nfkc } from "@manabiya/contract/nfkc.ts";
import { normalizeForSearch, withoutLastMark } from "@manabiya/contract/rules/search-text.ts";

/** A word of a text, as the analyser returns it. */
export interface Token {
  surface: string;
  /** In katakana; absent for words that the dictionary does not hold. */
  reading?: string;
  /** The form of a verb or adjective that dictionaries list. */
  baseForm?: string;
  partOfSpeech?: string;
  partOfSpeechSubcategory1?: string;
}

const KANA = /^[\u3041-\u3096ー]+$/;
const KATAKANA = /^[\u30a1-\u30faー・]+$/;
/** Kanji with kana between them, which people leave out: 申し込み, 申込. */
const MIXED = /\p{Script=Han}[\u3041-\u3096]+\p{Script=Han}/u;
/** Searches for one character are found in texts only. */
const MIN_LENGTH = 2;
const MAX_LENGTH = 16;
/** Words that are searched as one: お・問い合わせ・フォーム. */
const MAX_WORDS = 5;
/** 助詞 and 助動詞 and signs: no search begins or ends with them. */
const BETWEEN_WORDS = new Set(["助詞", "助動詞", "記号"]);
/** Nouns and verbs without a meaning of their own, such as 方 and とき: no search is for them. */
const DEPENDENT = new Set(["非自立", "代名詞"]);

export const isKana = (normalized: string) => KANA.test(normalized);

/** Bits of a key, which a JavaScript number holds exactly. Among the readings of a million videos two keys hardly ever collide. */
const KEY_BITS = 52;
const BITS_PER_DIGIT = 4;

/** Words with so many other characters lose their long vowels, which people write differently: インタ(ー)フェ(ー)ス, せいきゅ(う)しょ. */
const MIN_SHORT = 3;
const LONG_VOWELS =
  /ー|(?<=[おこそとのほもよろごぞどぼぽょ])[うお]|(?<=[うくすつぬふむゆるぐずづぶぷゅ])う|(?<=[えけせてねへめれげぜでべぺ])[いえ]|(?<=[いきしちにひみりぎじぢびぴ])い|(?<=[あかさたなはまやらわがざだばぱゃ])あ/g;

/** @param reading normalised kana @returns null: too short or too long to be indexed */
export function keyOfReading(reading: string): number | null {
  if (reading.length < MIN_LENGTH || reading.length > MAX_LENGTH) return null;
  const short = reading.replace(LONG_VOWELS, "");
  const compared = short.length < MIN_SHORT ? withoutLastMark(reading) : short;
  return Number.parseInt(hash("md5", compared).slice(0, KEY_BITS / BITS_PER_DIGIT), 16);
}

/**
 * The keys of every word with kanji or katakana, and of every sequence of words with such a word; and of kanji words without
 * their kana.
 */
export function keysOfTokens(tokens: readonly Token[]): number[] {
  const words = tokens.map(wordOf);
  const readings = new Set<string>();
  for (const [start, first] of words.entries()) {
    for (const other of first.others) readings.add(other);
    if (first.isBetween) continue;
    let reading = "";
    let isSubject = false;
    for (const word of words.slice(start, start + MAX_WORDS)) {
      if (word.reading === null || reading.length + word.reading.length > MAX_LENGTH) break;
      reading += word.reading;
      isSubject ||= word.isSubject;
      if (isSubject && !word.isBetween && !word.isDependent) readings.add(reading);
    }
  }
  return [...readings].flatMap((reading) => keyOfReading(reading) ?? []);
}

function wordOf(token: Token) {
  const { reading, baseForm, partOfSpeech = "", partOfSpeechSubcategory1 = "" } = token;
  const typed = nfkc(token.surface);
  const isDependent = DEPENDENT.has(partOfSpeechSubcategory1);
  const surface = normalizeForSearch(token.surface);
  const read = normalizeForSearch(reading ?? token.surface);
  const known = isKana(read) ? read : null;
  return {
    /** Normalised kana; null: Latin letters, figures and signs. */
    reading: known,
    others: [
      ...(known === null || baseForm === undefined ? [] : readingOfBase(surface, known, normalizeForSearch(baseForm))),
      ...(MIXED.test(surface) ? [surface.replace(/[\u3041-\u3096]/g, "")] : []),
    ],
    isSubject: !isDependent && (!isKana(surface) || (KATAKANA.test(typed) && typed.length > MIN_LENGTH)),
    isDependent,
    isBetween: BETWEEN_WORDS.has(partOfSpeech),
  };
}

/** 書き, かき, 書く → かく; none if the base form differs by nothing. */
function readingOfBase(surface: string, reading: string, base: string): string[] {
  let stem = 0;
  while (stem < surface.length && surface[stem] === base[stem]) stem++;
  const [ending, baseEnding] = [surface.slice(stem), base.slice(stem)];
  const isInflected = stem > 0 && !isKana(surface.slice(0, stem)) && isKana(baseEnding) && reading.endsWith(ending);
  return isInflected ? [reading.slice(0, reading.length - ending.length) + baseEnding] : [];
}
