import { hash } from "node:crypto";
import { isUnsafe } from "../csv/write.ts";

const WORD =
  /^(?:[\d\s.,:/\-+()%¥\\$€£年月日時分秒]|jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?|[ap]m?|e|[mtshr]|明治|大正|昭和|平成|令和|午前|午後|元)+$/i;
const TRUTH = /^(?:true|false)$/i;

/** Whether a spreadsheet turns the text into a number, a date, a time or a truth value. */
function isConverted(text: string): boolean {
  const narrow = text.normalize("NFKC").trim();
  return TRUTH.test(narrow) || (/\d/.test(narrow) && WORD.test(narrow));
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
