import { SHEET_MAX_BYTES, SHEET_MAX_ROWS } from "@manabiya/contract/staff/upload.ts";
import { isLegacyCharacter } from "../../csv/legacy.ts";
import { readCsv } from "../../csv/read.ts";
import { ALL_COLUMNS, keyOf, LONG_COLUMNS, NUMBER } from "./columns.ts";

/** Characters: several cells of the longest text that a spreadsheet holds. */
const ROW_MAX = 256 * 1024;

const COLUMNS = { required: [keyOf(NUMBER)], optional: ALL_COLUMNS.map(keyOf) };

/** @throws AppError 400, 413 */
export const openSheet = async (file: File) =>
  readCsv(file, "csv_file", COLUMNS, {
    endings: [".csv", ".tsv", ".txt"],
    maxRows: SHEET_MAX_ROWS,
    maxUnpacked: SHEET_MAX_BYTES,
    maxRowLength: ROW_MAX,
    longColumns: LONG_COLUMNS.map(keyOf),
  });

/** Whether `copy` is `original` as a spreadsheet saves it in Shift_JIS: another sign stands for each lost one. */
export function isLossyCopy(copy: string, original: string): boolean {
  return (
    copy.length === original.length &&
    original.split("").every((unit, index) => unit === copy[index] || !isLegacyCharacter(unit))
  );
}

/** @returns the characters that Shift_JIS cannot hold and for which the edited text has a question mark */
export function lostIn(edited: string, original: string): string[] {
  const lost = [...new Set(original)].filter((character) => !isLegacyCharacter(character));
  const marks = (text: string) => text.split("?").length;
  return marks(edited) > marks(original) ? lost.filter((character) => !edited.includes(character)) : [];
}
