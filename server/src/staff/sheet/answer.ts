import type { SheetAnswer } from "@manabiya/contract/staff/video-csv.ts";
import { REASON, RowErrors } from "../csv/row-errors.ts";
import { type Batch, changedRows } from "./compare-batch.ts";
import { HEADER, keyOf } from "./columns.ts";
import { type ComparedRow, rejectedCells } from "./compare-row.ts";
import type { Sheet } from "./open-sheet.ts";

const SHOWN_ROWS_MAX = 5_000;
/** Characters. */
const EXCERPT_MAX = 100;
const CONTEXT = 20;

export function answerOf(
  compared: ComparedRow[],
  sheet: Sheet,
  { isDryRun, seen }: { isDryRun: boolean; seen: Batch["seen"] },
): SheetAnswer {
  const rejected = compared.filter(({ errors }) => errors.length > 0);
  const changed = changedRows(compared);
  const rowErrors = new RowErrors();
  for (const each of rejected) rowErrors.add({ ...each.row, raw: rejectedCells(each, sheet) }, ...each.errors);
  const known = new Set([...HEADER, REASON].map(keyOf));
  const conflict_count = rejected.filter(({ isConflict }) => isConflict).length;
  const error_count = rejected.length - conflict_count;
  const done = isDryRun ? "本の動画を変更できます。" : "本の動画を変更しました。";
  return {
    message: [
      changed.length > 0 ? `${changed.length.toLocaleString("ja")}${done}` : "変更はありません。",
      ...(error_count > 0 ? [`${error_count}行に誤りがあります。`] : []),
      ...(conflict_count > 0 ? [`${conflict_count}行はほかのスタッフが先に変更しました。`] : []),
    ].join(""),
    change_count: changed.length,
    unchanged_count: compared.length - rejected.length - changed.length,
    conflict_count,
    error_count,
    errors: rowErrors.toSentences(),
    rows: changed
      .slice(0, SHOWN_ROWS_MAX)
      .map(({ row, current, differences }) => ({
        row: row.number,
        id: current.id,
        title: current.title,
        fields: differences.map(({ column, before, after }) => ({ name: column.name, ...excerpts(before, after) })),
      })),
    ignored_columns: sheet.titles.filter((title) => title !== "" && !known.has(keyOf(title))),
    new_categories: [...seen.categories],
    new_tags: [...seen.tags],
    bad_rows: rowErrors.toCsv({ ...sheet, header: sheet.titles }),
  };
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
