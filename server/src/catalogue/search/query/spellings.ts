import { searchWords } from "@manabiya/contract/rules/search-text.ts";
import { consonantsOf } from "../readings/loan-words.ts";
import { isKana } from "../readings/reading-keys.ts";
import type { Synonyms } from "../synonyms.ts";
import { keysOf, type SearchedWord } from "../words.ts";
import { isVerb, normalizedOf, type Token, withoutKana } from "./tokens.ts";

/** A token as it was typed, with all that is written differently and means the same. */
export function wordOf(token: Token, synonyms: Synonyms): SearchedWord {
  const { raw, script } = token;
  const text = normalizedOf(token);
  const loan = consonantsOf(raw);
  const readings = [...(isKana(text) ? keysOf(text) : []), ...(loan === null ? [] : keysOf(`~${loan}`))];
  const compact = script === "kanji" ? normalized(withoutKana(raw)) : "";
  const isCompound = [...compact].length > 1;
  const inflected = isCompound || isVerb(raw) ? [normalized(raw.replace(/[\u3041-\u3096]+$/, ""))] : [];
  const spelled = [...synonyms.find(text), ...inflected, ...(isCompound ? [compact] : [])];
  const others = [...new Set(spelled)].filter((other) => other !== text && other !== "");
  return { text, others, readings: isCompound ? [...readings, ...keysOf(compact)] : readings };
}

const normalized = (text: string) => searchWords(text).join(" ");
