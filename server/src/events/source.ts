import { nfkc } from "@manabiya/contract/nfkc.ts";
import { reachesPerson } from "./search-term.ts";

/** Characters of a stored source. */
const SOURCE_MAX = 40;

/** Telephone numbers have more digits than the date of a campaign. */
const PERSONAL_SOURCE = reachesPerson(9);

/**
 * The form of a campaign's or a site's name that is stored. A text that could name a person, such as an e-mail address,
 * becomes empty: unknown.
 */
export function cleanSource(given: string | undefined): string {
  const source = nfkc(given ?? "")
    .trim()
    .toLowerCase();
  if (PERSONAL_SOURCE.test(source) || /\d{7}/.test(source)) return "";
  return source
    .replace(/[^\p{Letter}\p{Mark}\p{Number}._-]+/gu, "-")
    .replace(/^(www\.|[-.])+/, "")
    .slice(0, SOURCE_MAX)
    .toWellFormed()
    .replace(/[-.\ufffd]+$/, "");
}
