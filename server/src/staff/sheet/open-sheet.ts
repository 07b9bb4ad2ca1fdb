import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { SHEET_MAX_BYTES, SHEET_MAX_ROWS } from "@manabiya/contract/staff/upload.ts";
import { AppError, validationError } from "../../errors/app-error.ts";
import { type CsvFile, decode, parseCsv } from "../../csv/read.ts";
import { ALL_COLUMNS, keyOf, LONG_COLUMNS, NUMBER } from "./columns.ts";

export interface Sheet extends CsvFile {
  /** The file is in Shift_JIS, in which a spreadsheet loses characters. */
  isLegacy: boolean;
}

/** Characters: several cells of the longest text that a spreadsheet holds. */
const ROW_MAX = 256 * 1024;

const UNREADABLE = "ファイルを読み取れません。「CSV UTF-8（コンマ区切り）」で保存してください。";

/**
 * Reads what spreadsheets save: CSV in UTF-8 or Shift_JIS, separated by commas, semicolons or tabs, and Excel's Unicode
 * text in UTF-16.
 * @throws AppError 400, 413
 */
export async function openSheet(file: File): Promise<Sheet> {
  if (!/\.(?:csv|tsv|txt)$/i.test(file.name)) {
    throw validationError({ csv_file: ["CSVファイル（.csv）を選択してください。"] });
  }
  const content = await decompress(new Uint8Array(await file.arrayBuffer()));
  const unicode = decode(content[0] === 0xff ? "utf-16le" : content[0] === 0xfe ? "utf-16be" : "utf-8", content);
  const text = unicode ?? decode("shift_jis", content);
  if (text === null || text.includes("\0")) throw validationError({ csv_file: [UNREADABLE] });
  const columns = { required: [keyOf(NUMBER)], optional: ALL_COLUMNS.map(keyOf) };
  const longColumns = LONG_COLUMNS.map(keyOf);
  const format = { maxRows: SHEET_MAX_ROWS, maxRowLength: ROW_MAX, longColumns };
  return { ...(await parseCsv(text, "csv_file", columns, format)), isLegacy: unicode === null };
}

async function decompress(content: Uint8Array): Promise<Uint8Array> {
  if (content[0] !== 0x1f || content[1] !== 0x8b) return content;
  return promisify(gunzip)(content, { maxOutputLength: SHEET_MAX_BYTES }).catch((error: { code?: unknown }) => {
    if (error.code !== "ERR_BUFFER_TOO_LARGE") throw validationError({ csv_file: [UNREADABLE] });
    throw new AppError(413, "too_large", `ファイルは${SHEET_MAX_BYTES / 1024 / 1024}MB以下にしてください。`);
  });
}

let legacy: Set<string> | undefined;

/** Every UTF-16 unit that Shift_JIS as Windows writes it can hold. */
function legacyUnits(): Set<string> {
  if (legacy) return legacy;
  const leads = [...range(0x81, 0x9f), ...range(0xe0, 0xfc)];
  const trails = [...range(0x40, 0x7e), ...range(0x80, 0xfc)];
  const bytes = [
    ...range(0, 0x7f),
    ...range(0xa1, 0xdf),
    ...leads.flatMap((lead) => trails.flatMap((trail) => [lead, trail])),
  ];
  legacy = new Set(new TextDecoder("shift_jis").decode(Uint8Array.from(bytes)).split(""));
  legacy.delete("\ufffd");
  return legacy;
}

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

/** Whether `copy` is `original` as a spreadsheet saves it in Shift_JIS: another sign stands for each lost one. */
export function isLossyCopy(copy: string, original: string): boolean {
  const units = legacyUnits();
  return (
    copy.length === original.length &&
    original.split("").every((unit, index) => unit === copy[index] || !units.has(unit))
  );
}

/** @returns the characters that Shift_JIS cannot hold and for which the edited text has a question mark */
export function lostIn(edited: string, original: string): string[] {
  const lost = [...new Set(original)].filter((character) => character.length > 1 || !legacyUnits().has(character));
  const marks = (text: string) => text.split("?").length;
  return marks(edited) > marks(original) ? lost.filter((character) => !edited.includes(character)) : [];
}
