import { pipeline, Readable } from "node:stream";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { nfkc } from "@manabiya/contract/nfkc.ts";
import { CSV_MAX_ROWS } from "@manabiya/contract/staff/upload.ts";
import type { CsvError } from "csv-parse";
import { AppError, validationError } from "../errors/app-error.ts";
import { unescapeCell } from "./write.ts";

export interface CsvRow {
  /** As in a spreadsheet: the header is row 1. */
  number: number;
  /** By known column. A missing cell is empty. */
  cells: Record<string, string>;
  /** Unchanged cells. */
  raw: string[];
}

export interface CsvFile {
  /** Normalized names. */
  header: string[];
  /** The names as the file has them. */
  titles: string[];
  rows: CsvRow[];
  /** The file is in Shift_JIS, in which a spreadsheet loses characters. */
  isLegacy: boolean;
}

interface Columns {
  required: readonly string[];
  optional: readonly string[];
}

interface CsvFormat {
  delimiter?: string;
  /** Characters. */
  maxRowLength?: number;
  /** Normalized names of known columns whose cells may be long, if those of the others are short. */
  longColumns?: readonly string[];
}

/** Characters. All fields together hold far fewer. */
const ROW_MAX = 64 * 1024;
/** Characters of a cell of another column than `longColumns`: fifty names, or an address. */
const CELL_MAX = 5_000;
/** More than any table of people has. Thousands of columns times thousands of rows would be more than the memory. */
const COLUMNS_MAX = 100;
/** Characters. */
const CHUNK = 64 * 1024;

interface FileFormat extends CsvFormat {
  /** Of the file's name. Undefined: any. */
  endings?: readonly string[];
  maxRows?: number;
  /** Bytes of a file after decompression with gzip. Undefined: it is not decompressed. */
  maxUnpacked?: number;
}

/**
 * Reads what spreadsheets save: CSV in UTF-8 or Shift_JIS, separated by commas, semicolons or tabs, and Excel's Unicode
 * text in UTF-16. Columns may come in any order. Unknown columns are ignored, such as the reasons in a file of rejected rows.
 * @param field the form field that errors name @throws AppError 400, 413
 */
export async function readCsv(
  file: File,
  field: string,
  columns: Columns,
  { endings = [""], maxRows = CSV_MAX_ROWS, maxUnpacked, ...format }: FileFormat = {},
): Promise<CsvFile> {
  const csvError = (message: string) => validationError({ [field]: [message] });
  if (!endings.some((ending) => file.name.toLowerCase().endsWith(ending))) {
    throw csvError("CSVファイル（.csv）を選択してください。");
  }
  const packed = new Uint8Array(await file.arrayBuffer());
  const content = maxUnpacked === undefined ? packed : await unpack(packed, maxUnpacked);
  const decoded = content && decodeCsv(content);
  if (!decoded) throw csvError("CSVファイルを読み取れません。文字コードをUTF-8またはShift_JISにしてください。");
  const { text, isLegacy } = decoded;
  let head: Pick<CsvFile, "header" | "titles"> | null = null;
  const rows: CsvRow[] = [];
  // Streamed, so that a file with too many rows is rejected early.
  for await (const { row, ...titled } of readRows(
    chunks(withoutFileEnd(text.replace(SEPARATOR, ""))),
    columns,
    csvError,
    { delimiter: delimiterOf(text), ...format },
  )) {
    head ??= titled;
    if (rows.length === maxRows) {
      throw csvError(`行が多すぎます。1つのファイルは${maxRows.toLocaleString("ja")}行までにしてください。`);
    }
    rows.push(row);
  }
  if (head === null) throw csvError("CSVファイルに登録する行がありません。");
  return { ...head, rows, isLegacy };
}

/**
 * Yields the rows of a CSV of any length.
 * @param csvError makes the error of a message in Japanese
 */
export async function* readRows(
  text: Iterable<string> | AsyncIterable<string>,
  columns: Columns,
  csvError: (message: string) => Error,
  { delimiter = ",", maxRowLength = ROW_MAX, longColumns }: CsvFormat = {},
): AsyncGenerator<{ header: string[]; titles: string[]; row: CsvRow }> {
  // Only staff send files, and seldom.
  const { CsvError, parse } = await import("csv-parse");
  const parser = parse({
    delimiter,
    record_delimiter: ["\r\n", "\n", "\r"],
    relax_column_count: true,
    skip_records_with_empty_values: false,
    max_record_size: maxRowLength,
  });
  // The loop below throws the source's errors, too.
  pipeline(Readable.from(text), parser, () => {});
  let header: string[] | null = null;
  let titles: string[] = [];
  /** By column; null: the header is not read yet. */
  let isShort: boolean[] | null = null;
  const known = new Set([...columns.required, ...columns.optional]);
  let positions: [column: string, index: number][] = [];
  let number = 0;
  try {
    for await (const record of parser as AsyncIterable<string[]>) {
      number++;
      if (record.every((cell) => cell.trim() === "")) continue;
      const long = record.findIndex((cell, index) => cell.length > CELL_MAX && (isShort === null || isShort[index]));
      if (long !== -1) {
        const limit = `${CELL_MAX.toLocaleString("ja")}文字以内にしてください。`;
        throw csvError(`${number}行目の「${titles[long] ?? `${long + 1}列目`}」が長すぎます。${limit}`);
      }
      if (header === null) {
        titles = record.map((cell) => cell.trim());
        // Spreadsheets save columns without a name, too.
        titles = titles.slice(0, Math.max(COLUMNS_MAX, titles.findLastIndex((title) => title !== "") + 1));
        header = titles.map(normalizeColumn);
        isShort = header.map(
          (column) => longColumns !== undefined && known.has(column) && !longColumns.includes(column),
        );
        const error = titles.length > COLUMNS_MAX ? TOO_WIDE : headerError(header, columns);
        if (error !== null) throw csvError(error);
        positions = header.flatMap((column, index) => (known.has(column) ? [[column, index]] : []));
      } else yield { header, titles, row: { number, cells: cellsOf(positions, record), raw: record } };
    }
  } catch (error) {
    if (error instanceof CsvError) throw csvError(messageOf(error));
    throw error;
  }
  if (header === null) throw csvError("CSVファイルが空です。");
}

const TOO_WIDE = `列が多すぎます。1つのファイルは${COLUMNS_MAX}列までにしてください。`;

/** The name of a column for comparison. */
export function normalizeColumn(title: string): string {
  return nfkc(title).trim().toLowerCase();
}

/** Programs of MS-DOS end a file with this character. */
const withoutFileEnd = (text: string) => (text.endsWith("\u001a") ? text.slice(0, -1) : text);

/** Excel's own first line, which names the separator. */
const SEPARATOR = /^sep=(.)(?=[\r\n])/i;

/** Spreadsheets of other countries and of the clipboard separate by semicolons and tabs, which no column's name contains. */
function delimiterOf(text: string): string {
  const named = SEPARATOR.exec(text)?.[1];
  if (named !== undefined) return named;
  const header = text.slice(0, /[\r\n]|$/.exec(text)?.index);
  const count = (delimiter: string) => header.split(delimiter).length;
  return [",", ";", "\t"].reduce((best, each) => (count(each) > count(best) ? each : best));
}

function* chunks(text: string): Iterable<string> {
  for (let start = 0; start < text.length; start += CHUNK) yield text.slice(start, start + CHUNK);
}

function cellsOf(positions: [column: string, index: number][], record: string[]): Record<string, string> {
  return Object.fromEntries(positions.map(([column, index]) => [column, unescapeCell(record[index] ?? "").trim()]));
}

function headerError(header: string[], { required, optional }: Columns): string | null {
  const known = [...required, ...optional];
  const missing = required.filter((column) => !header.includes(column));
  if (missing.length > 0) {
    return `列名が正しくありません。1行目に ${known.join(", ")} を入れてください（${missing.join(", ")} がありません）。`;
  }
  const twice = known.find((column) => header.indexOf(column) !== header.lastIndexOf(column));
  return twice === undefined ? null : `列 ${twice} が2つ以上あります。`;
}

function messageOf({ code, records }: CsvError): string {
  const number = Number(records) + 1;
  if (code === "CSV_MAX_RECORD_SIZE") return `${number}行目が長すぎます。列の数と文字数を減らしてください。`;
  return `${number}行目の引用符（"）の使い方が正しくありません。`;
}

/** @returns the content of a file that gzip has compressed, other content as it is, null if it is broken @throws AppError 413 */
async function unpack(content: Uint8Array, maxUnpacked: number): Promise<Uint8Array | null> {
  if (content[0] !== 0x1f || content[1] !== 0x8b) return content;
  return promisify(gunzip)(content, { maxOutputLength: maxUnpacked }).catch((error: { code?: unknown }) => {
    if (error.code !== "ERR_BUFFER_TOO_LARGE") return null;
    throw new AppError(413, "too_large", `ファイルは${maxUnpacked / 1024 / 1024}MB以下にしてください。`);
  });
}

/**
 * Decodes Unicode, else Shift_JIS as Excel writes it (CP932). Unicode is tried first, because Shift_JIS text is almost never
 * valid UTF-8.
 * @returns null for other encodings and for content with NUL
 */
function decodeCsv(content: Uint8Array): { text: string; isLegacy: boolean } | null {
  const unicode = decode(content[0] === 0xff ? "utf-16le" : content[0] === 0xfe ? "utf-16be" : "utf-8", content);
  const text = unicode ?? decode("shift_jis", content);
  return text === null || text.includes("\0") ? null : { text, isLegacy: unicode === null };
}

/** @returns null for invalid content. A byte order mark is dropped. */
function decode(encoding: string, content: Uint8Array): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(content);
  } catch {
    return null;
  }
}
