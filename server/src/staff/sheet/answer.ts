import type { SheetAnswer, SheetRow } from "@manabiya/contract/staff/video-csv.ts";
import { UNASKED_MAX } from "../../csv/confirmation.ts";
import type { CsvFile } from "../../csv/read.ts";
import { REASON, RowErrors } from "../../csv/row-errors.ts";
import { type Batch, changedRows } from "./compare-batch.ts";
import { COLUMNS, HEADER, keyOf } from "./columns.ts";
import { type ComparedRow, rejectedCells } from "./compare-row.ts";
import type { ChangedRow } from "./write-changes.ts";

const SHOWN_ROWS_MAX = 5_000;
/** Characters. */
const EXCERPT_MAX = 100;
const CONTEXT = 20;

export function answerOf(
  compared: ComparedRow[],
  sheet: CsvFile,
  { isDryRun, seen }: { isDryRun: boolean; seen: Batch["seen"] },
): SheetAnswer {
  const rejected = compared.filter(({ errors }) => errors.length > 0);
  const changed = changedRows(compared);
  const outdated = outdatedRows(compared);
  const rowErrors = new RowErrors();
  for (const each of rejected) rowErrors.add({ ...each.row, raw: rejectedCells(each, sheet) }, ...each.errors);
  const known = new Set([...HEADER, REASON].map(keyOf));
  const edited_count = rejected.filter(({ isConflict }) => isConflict).length;
  const error_count = rejected.length - edited_count;
  const done = isDryRun ? "本の動画を変更できます。" : "本の動画を変更しました。";
  return {
    message: [
      ...(changed.length > 0 ? [`${changed.length.toLocaleString("ja")}${done}`] : []),
      ...(changed.length + outdated.length === 0 ? ["変更はありません。"] : []),
      ...(error_count > 0 ? [`${error_count}行に誤りがあります。`] : []),
      ...(edited_count > 0 ? [`${edited_count}行はほかのスタッフが先に変更しました。`] : []),
      ...(outdated.length > 0 ? [`${outdated.length.toLocaleString("ja")}${OUTDATED}`] : []),
    ].join(""),
    change_count: changed.length,
    unchanged_count: compared.length - rejected.length - changed.length - outdated.length,
    conflict_count: edited_count + outdated.length,
    error_count,
    errors: rowErrors.toSentences(),
    rows: changed.map((each) => shown(each, each.differences)).slice(0, SHOWN_ROWS_MAX),
    outdated: outdated.map((each) => shown(each, each.outdated)).slice(0, SHOWN_ROWS_MAX),
    ignored_columns: sheet.titles.filter((title) => title !== "" && !known.has(keyOf(title))),
    new_categories: [...seen.categories],
    new_tags: [...seen.tags],
    bad_rows: rowErrors.toCsv({ ...sheet, header: sheet.titles }),
  };
}

const OUTDATED = "本の動画は、書き出した後に変更されたため、ファイルの内容と違います。";

/** Rows without an edit whose video is no longer as it was exported. */
const outdatedRows = (compared: ComparedRow[]) =>
  compared.filter(
    (row): row is ChangedRow =>
      row.current !== null && row.errors.length === 0 && row.differences.length === 0 && row.outdated.length > 0,
  );

const shown = ({ row, current }: ChangedRow, differences: ChangedRow["differences"]): SheetRow => ({
  row: row.number,
  id: current.id,
  title: current.title,
  fields: differences.map(({ column, before, after }) => ({ name: column.name, ...excerpts(before, after) })),
});

/** @returns the question of an upload to which a person must agree, with its totals; else null */
export function questionOf(compared: ComparedRow[]): string | null {
  const changed = changedRows(compared);
  const emptied = COLUMNS.map((column) => {
    const isEmptied = (each: ChangedRow["differences"][number]) => each.column === column && each.after === "";
    return { column, count: changed.filter(({ differences }) => differences.some(isEmptied)).length };
  }).filter(({ count }) => count > 0);
  if (changed.length <= UNASKED_MAX && emptied.length === 0) return null;
  const sentences = emptied.map(({ column, count }) =>
    column.key === "chapter_texts"
      ? `動画${count.toLocaleString("ja")}本のチャプターをすべて削除します。`
      : `動画${count.toLocaleString("ja")}本の${column.name}を空にします。`,
  );
  return `${changed.length.toLocaleString("ja")}本の動画を変更します。${sentences.join("")}`;
}

/** The texts around the first difference. */
function excerpts(before: string, after: string) {
  let same = 0;
  while (same < before.length && before[same] === after[same]) same++;
  const isShort = Math.max(before.length, after.length) <= EXCERPT_MAX;
  const from = isShort ? 0 : Math.max(0, same - CONTEXT);
  const cut = (text: string) => {
    const part = text.slice(from, from + EXCERPT_MAX).toWellFormed();
    return `${from > 0 ? "…" : ""}${part}${from + EXCERPT_MAX < text.length ? "…" : ""}`;
  };
  return { before: cut(before), after: cut(after) };
}
