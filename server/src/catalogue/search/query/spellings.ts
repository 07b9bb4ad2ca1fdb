import { searchWords } from "@manabiya/contract/rules/search-text.ts";
import { isKana } from "../readings/reading-keys.ts";
import type { Synonyms } from "../synonyms.ts";
import { keysOf, type SearchedWord } from "../words.ts";
import { isVerb, normalizedOf, type Token, withoutKana } from "./tokens.ts";

/** A token as it was typed, with all that is written differently and means the same. */
export function wordOf(token: Token, synonyms: Synonyms): SearchedWord {
  const { raw, script } = token;
  const text = normalizedOf(token);
  const readings = isKana(text) ? keysOf(text) : [];
  const compact = script === "kanji" ? normalized(withoutKana(raw)) : "";
  const isCompound = [...compact].length > 1;
  const inflected = isCompound || isVerb(raw) ? [normalized(raw.replace(/[\u3041-\u3096]+$/, ""))] : [];
  const spelled = [...inflected, ...(isCompound ? [compact] : []), ...variantsOf(text)];
  const others = [...new Set([...synonyms.find(text), ...spelled])].filter((other) => other !== text && other !== "");
  return { text, others, readings: isCompound ? [...readings, ...keysOf(compact)] : readings };
}

const normalized = (text: string) => searchWords(text).join(" ");

/** Kanji of names and older books, and below each the one that people type. */
const OLD_KANJI = [..."髙﨑邊邉濵濱澤齋齊櫻國學會體廣眞惠榮嶋冨德瀨"];
const KANJI = [..."高崎辺辺浜浜沢斎斉桜国学会体広真恵栄島富徳瀬"];

/** Old kanji, iteration marks and numbers, as most texts write them. */
function variantsOf(text: string): string[] {
  const modern = [...text].map((character) => KANJI[OLD_KANJI.indexOf(character)] ?? character).join("");
  const repeated = text.replace(/(.)[々ゝゞ]/gu, "$1$1");
  const marked = text.replace(/(\p{Script=Han})\1/gu, "$1々");
  const number = text.replace(/[〇一二三四五六七八九十百千]+/g, (kanji) => String(numberOf(kanji)));
  const digit = /^[1-9]$/.test(text) ? [DIGITS[Number(text)] ?? ""] : [];
  return [modern, repeated, marked, number, ...digit];
}

const DIGITS = "〇一二三四五六七八九";
function numberOf(kanji: string): number {
  let [sum, digits] = [0, 0];
  for (const character of kanji) {
    const zeros = "十百千".indexOf(character) + 1;
    if (zeros === 0) digits = digits * 10 + DIGITS.indexOf(character);
    else [sum, digits] = [sum + Math.max(1, digits) * 10 ** zeros, 0];
  }
  return sum + digits;
}
