import type { CsvFile, CsvRow } from "../../csv/read.ts";
import { escapeCell, unescapeCell } from "../../csv/write.ts";
import { canonical, isVersion, keepAsText, readText, versionOf, wasExported } from "./cell-text.ts";
import { cellsOf, type Column, COLUMNS, keyOf, type ReadContext, type SheetVideo, VERSION } from "./columns.ts";
import { isLossyCopy, lostIn } from "./open-sheet.ts";

interface Difference {
  column: Column;
  before: string;
  after: string;
}

/** A row of the file beside its video. */
export interface ComparedRow {
  row: CsvRow;
  /** Null: the row names no video. */
  current: SheetVideo | null;
  /** The changed fields. */
  fields: Partial<SheetVideo>;
  differences: Difference[];
  /** The video differs from the file there, though nobody edited the cell. */
  outdated: Difference[];
  errors: string[];
  isConflict: boolean;
}

const KEYS = COLUMNS.map(({ name }) => keyOf(name));
const VERSION_KEY = keyOf(VERSION);

/** A row without differences. */
export function sameRow(row: CsvRow, current: SheetVideo | null, errors: string[] = []): ComparedRow {
  return { row, current, fields: {}, differences: [], outdated: [], errors, isConflict: false };
}

const LOST = "Shift_JISで保存できない文字が「?」に変わっています。「CSV UTF-8（コンマ区切り）」で保存してください";

/**
 * Compares the cells of a row with the video now and with the exported cells. Only a cell that staff edited is a
 * difference, however a spreadsheet has rewritten the others. A cell as exported that the video no longer has is outdated.
 * A missing column has neither.
 */
export function compareRow(row: CsvRow, current: SheetVideo, sheet: CsvFile, context: ReadContext): ComparedRow {
  const compared = sameRow(row, current);
  const version = row.cells[VERSION_KEY];
  if (version !== undefined && !isVersion(version, COLUMNS.length)) {
    compared.errors.push(`${VERSION}：書き出したときの値のままにしてください。`);
  }
  const had = (index: number, cell: string) => version !== undefined && wasExported(version, index, cell);
  const now = cellsOf(current);
  /** Columns that others changed since the export, unless the file has the same text. */
  const others = new Set(COLUMNS.filter((_, index) => version !== undefined && !had(index, now[index] ?? "")));
  for (const [index, column] of COLUMNS.entries()) {
    const key = KEYS[index] ?? "";
    const given = row.cells[key];
    if (given === undefined) continue;
    const before = now[index] ?? "";
    const cell = canonical(column.isText ? readText(given) : given);
    // Some spreadsheets remove a prefix even if it is the text's own.
    const raw = canonical(row.raw[sheet.header.indexOf(key)] ?? "");
    if (cell === before || raw === before || (sheet.isLegacy && isLossyCopy(cell, before))) {
      others.delete(column);
      continue;
    }
    if (had(index, cell)) {
      compared.outdated.push({ column, before, after: cell });
      continue;
    }
    // Chapters lie in the film, whose length may stand in the same row.
    const { duration = current.duration } = compared.fields;
    const read = column.read(cell, { ...current, duration }, context);
    if (typeof read === "string") {
      compared.errors.push(`${column.name}：${read}`);
      continue;
    }
    const after = canonical(column.write({ ...current, ...read }));
    if (after === before) others.delete(column);
    if (after === before) continue;
    if (had(index, after)) {
      compared.outdated.push({ column, before, after });
      continue;
    }
    const lost = sheet.isLegacy ? lostIn(after, before) : [];
    if (lost.length > 0) compared.errors.push(`${column.name}：${LOST}（${lost.join("")}）。`);
    Object.assign(compared.fields, read);
    compared.differences.push({ column, before, after });
  }
  if (compared.errors.length === 0 && compared.differences.length > 0 && others.size > 0) {
    compared.isConflict = true;
    const names = [...others].map((column) => `「${column.name}」`).join("");
    compared.errors.push(
      `書き出した後に、ほかのスタッフが${names}を変更しました。内容を確認して、もう一度アップロードしてください。`,
    );
  }
  return compared;
}

/**
 * The cells of a rejected row. After a conflict they hold the video as it is now with the staff member's edits, so that a
 * second upload overwrites nothing else.
 */
export function rejectedCells({ row, current, differences, isConflict }: ComparedRow, { header }: CsvFile): string[] {
  const latest = isConflict && current ? cellsOf(current) : null;
  return header.map((key, index) => {
    const cell = row.cells[key] ?? unescapeCell(row.raw[index] ?? "").trim();
    if (latest && key === VERSION_KEY) return versionOf(latest);
    const at = KEYS.indexOf(key);
    const column = COLUMNS[at];
    if (!column?.isText && !latest) return escapeCell(cell);
    const isEdited = differences.some((difference) => difference.column === column);
    const text = (isEdited ? null : latest?.[at]) ?? (column?.isText ? readText(cell) : cell);
    return escapeCell(column?.isText ? keepAsText(text) : text);
  });
}
