import { hash } from "node:crypto";
import { nfkc } from "@manabiya/contract/nfkc.ts";

/** A keyword is shown once so many different members searched for it within `PENDING_DAYS`. */
export const MEMBERS_PER_TERM = 3;

/** Counts distinct marks without sorting. */
export const DISTINCT_MARKS = "bit_count(bit_or(1::bigint << mark)::bit(64))";

/** The spelling that most people typed: the compared form is no word that people read. */
export const USUAL_SPELLING = "mode() within group (order by spelling)";

/** Days for which a keyword waits for further members. */
export const PENDING_DAYS = 30;

/** Characters of a counted keyword. */
const TERM_MAX = 50;

const MARKS = 64;

/** Between two digits of a number, such as "090-1234", "(03) 1234" and "090ー1234". */
const SEPARATORS = "[ー\\p{P}\\p{S}\\p{Z}]{0,3}";

/**
 * Finds an e-mail address, also in the spelling of URLs, or a number of so many digits, in a text in NFKC.
 * @returns an expression, which searches compile once
 */
export function reachesPerson(digits: number): RegExp {
  return new RegExp(`@|%40|(?:\\p{Nd}${SEPARATORS}){${digits}}`, "u");
}

/** As telephone numbers and customers' numbers have them. */
const PERSONAL_KEYWORD = new RegExp(`://|${reachesPerson(5).source}`, "u");

/**
 * @param words of `searchWords`
 * @returns the keyword in its form for comparison, or null if it could name or reach a person
 */
export function countedTerm(words: readonly string[]): string | null {
  const term = words.join(" ");
  return term === "" || term.length > TERM_MAX || PERSONAL_KEYWORD.test(term) ? null : term;
}

/** The query as it was typed, without what nobody sees. */
export function spellingOf(query: string): string {
  return nfkc(query)
    .replace(/\p{Default_Ignorable_Code_Point}+/gu, "")
    .replace(/\s+/gu, " ")
    .trim();
}

/** @returns a function that gives each member one of few marks, so that a mark identifies nobody */
export function createMarks(key: Buffer): (userId: number) => number {
  const secret = key.toString("hex");
  // One call, because searches are frequent. A mark reveals six bits, so it needs no HMAC.
  return (userId) => Number.parseInt(hash("sha256", `${secret} ${userId}`).slice(0, 2), 16) % MARKS;
}
