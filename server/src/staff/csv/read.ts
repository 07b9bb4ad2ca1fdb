import { Readable } from "node:stream";
import { CSV_MAX_ROWS } from "@manabiya/contract/staff/upload.ts";
import { CsvError, parse } from "csv-parse";
import { validationError } from "../../http/app-error.ts";
import { decodeCsv } from "./decode.ts";
import { unescapeCell } from "./write.ts";

export interface CsvRow {
  /** As a spreadsheet counts: the header is row 1. */
  number: number;
  /** By column; what the row does not have is empty. */
  cells: Record<string, string>;
  /** As they came. */
  raw: string[];
}

export interface CsvFile {
  header: string[];
  rows: CsvRow[];
}

interface Columns {
  required: readonly string[];
  optional: readonly string[];
}

/** Characters of a row: far more than all our fields hold. */
const ROW_MAX = 64 * 1024;
const PIECE = 64 * 1024;

/**
 * Reads an uploaded CSV as a stream, so that what is too much is refused before all of it is looked at. Columns may
 * come in any order; others are left alone, such as the reasons in a file of rejected rows.
 * @param field the form's, which errors are about
 * @throws AppError 400
 */
export async function readCsv(file: File, field: string, columns: Columns): Promise<CsvFile> {
  const refuse = (message: string) => validationError({ [field]: [message] });
  const text = decodeCsv(new Uint8Array(await file.arrayBuffer()));
  if (text === null)
    throw refuse("CSVファイルを読み取れません。文字コードをUTF-8またはShift_JISにしてください。");
  const parser = Readable.from(pieces(text)).pipe(
    parse({
      record_delimiter: ["\r\n", "\n", "\r"],
      relax_column_count: true,
      skip_records_with_empty_values: false,
      max_record_size: ROW_MAX,
    }),
  );
  let header: string[] | null = null;
  const rows: CsvRow[] = [];
  let number = 0;
  try {
    for await (const record of parser as AsyncIterable<string[]>) {
      number++;
      if (record.every((cell) => cell.trim() === "")) continue;
      if (header === null) {
        header = record.map((cell) => cell.normalize("NFKC").trim().toLowerCase());
        const fault = headerFault(header, columns);
        if (fault !== null) throw refuse(fault);
      } else {
        if (rows.length === CSV_MAX_ROWS) {
          throw refuse(
            `行が多すぎます。1つのファイルは${CSV_MAX_ROWS.toLocaleString("ja")}行までにしてください。`,
          );
        }
        rows.push({ number, cells: cellsOf(header, record), raw: record });
      }
    }
  } catch (error) {
    if (error instanceof CsvError) throw refuse(faultOf(error));
    throw error;
  }
  if (header === null) throw refuse("CSVファイルが空です。");
  if (rows.length === 0) throw refuse("CSVファイルに登録する行がありません。");
  return { header, rows };
}

function* pieces(text: string): Iterable<string> {
  for (let at = 0; at < text.length; at += PIECE) yield text.slice(at, at + PIECE);
}

function cellsOf(header: string[], record: string[]): Record<string, string> {
  return Object.fromEntries(
    header.map((column, place) => [column, unescapeCell(record[place] ?? "").trim()]),
  );
}

function headerFault(header: string[], { required, optional }: Columns): string | null {
  const known = [...required, ...optional];
  const missing = required.filter((column) => !header.includes(column));
  if (missing.length > 0) {
    return `列名が正しくありません。1行目に ${known.join(", ")} を入れてください（${missing.join(", ")} がありません）。`;
  }
  const twice = known.find((column) => header.indexOf(column) !== header.lastIndexOf(column));
  return twice === undefined ? null : `列 ${twice} が2つ以上あります。`;
}

function faultOf({ code, records }: CsvError): string {
  const number = Number(records) + 1;
  if (code === "CSV_MAX_RECORD_SIZE") return `${number}行目が長すぎます。列の数と文字数を減らしてください。`;
  return `${number}行目の引用符（"）の使い方が正しくありません。`;
}
