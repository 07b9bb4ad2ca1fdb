import { nfkc } from "@manabiya/contract/nfkc.ts";
import { hash } from "node:crypto";
import { isUnsafe } from "../../csv/write.ts";

const MONTHS = Array.from({ length: 12 }, (_, month) =>
  new Date(2000, month).toLocaleString("en", { month: "long" }).toLowerCase(),
);
/** Months, half-days, exponents and the initials of eras. */
const NUMERIC_WORDS = new Set([
  ...MONTHS,
  ...MONTHS.map((month) => month.slice(0, 3)),
  ...["sept", "am", "pm", "a", "p", "e", "m", "t", "s", "h", "r"],
]);
const NUMERIC = /^[\d\s.,:/\-+()%¥\\$€£年月日時分秒明治大正昭和平成令午前後元]*$/;

/** Whether a spreadsheet turns the text into a number, a date, a time or a truth value. */
function isConverted(text: string): boolean {
  const narrow = nfkc(text).trim().toLowerCase();
  if (narrow === "true" || narrow === "false") return true;
  // Each word as a whole: a pattern of all words would backtrack for ever on some texts.
  return (
    /\d/.test(narrow) && NUMERIC.test(narrow.replaceAll(/[a-z]+/g, (word) => (NUMERIC_WORDS.has(word) ? "" : "?")))
  );
}

/** A text that starts with the prefix gets another one, so that the import can tell them apart. */
const needsPrefix = (text: string) => !isUnsafe(text) && (text.startsWith("'") || isConverted(text));

/** Prefixes what a spreadsheet would convert: "00123" would become 123, and "1-2" a date. `writeCsv` guards formulas. */
export function keepAsText(text: string): string {
  return needsPrefix(text) ? `'${text}` : text;
}

/** Removes the prefix of `keepAsText`. Some spreadsheets have removed it already. */
export function readText(cell: string): string {
  return cell.startsWith("'") && needsPrefix(cell.slice(1)) ? cell.slice(1) : cell;
}

/** Line breaks and outer spaces do not count as a difference. */
export function canonical(text: string): string {
  return text.replaceAll(/\r\n?/g, "\n").trim();
}

const HASH_LENGTH = 5;
const ALPHABET_SIZE = 26;
const A = 97;

/** Letters alone, which no spreadsheet converts. */
function hashOf(text: string): string {
  const bytes = hash("sha256", text, "buffer").subarray(0, HASH_LENGTH);
  return String.fromCharCode(...bytes.map((byte) => A + (byte % ALPHABET_SIZE)));
}

/** The version of a row: the hashes of its exported cells, so that an import knows who changed what since then. */
export const versionOf = (cells: string[]) => `v${cells.map(hashOf).join("")}`;

export const isVersion = (text: string, cells: number) =>
  /^v[a-z]+$/.test(text) && text.length === 1 + cells * HASH_LENGTH;

/** Whether the exported cell at the index had this text. */
export const wasExported = (version: string, index: number, text: string) =>
  version.startsWith(hashOf(text), 1 + index * HASH_LENGTH);

/** Characters. Excel breaks a cell above 32,767 when it opens a CSV. */
const CELL_MAX = 32_000;

/** An import that finds the replacement of a long text leaves the text unchanged. */
export function withoutLongText(text: string): string {
  return text.length > CELL_MAX ? `（長いため省略：${hashOf(text)}）` : text;
}
