import type { VideoCsvAnswer } from "@manabiya/contract/staff/video-csv.ts";
import type { StaffContext } from "../context.ts";
import type { CurrentUser } from "../../accounts/sessions/current-user.ts";
import { createRecords } from "../edit-record.ts";
import { RowErrors } from "../../csv/row-errors.ts";
import { type CsvRow, readCsv } from "../../csv/read.ts";
import { callerLeft } from "../../errors/app-error.ts";
import { DUPLICATE_ID } from "./host-id.ts";
import { readVideoRow, VIDEO_COLUMNS, type VideoDraft } from "./csv-rows.ts";
import { IMPORT_TIMEOUT, insertDrafts, selectTaken } from "./import-queries.ts";
import { idsByName, unknownNames } from "./names.ts";

const PREVIEW_ROWS_MAX = 100;

interface Import {
  file: File;
  currentUser: CurrentUser;
  isDryRun: boolean;
  /** Whether the caller closed the connection. */
  isGone: () => boolean;
}

/**
 * Creates the valid rows of a CSV in one transaction with one entry in the audit log. A dry run or a closed connection
 * changes nothing.
 */
export async function importVideos(
  context: StaffContext,
  { file, currentUser, isDryRun, isGone }: Import,
): Promise<VideoCsvAnswer> {
  const csv = await readCsv(file, "csv_file", VIDEO_COLUMNS, { endings: [".csv"] });
  const rowErrors = new RowErrors();
  const drafts = new Map<CsvRow, VideoDraft>();
  const at = new Date(context.now()).toISOString();
  const firstRows = new Map<string, number>();
  for (const row of csv.rows) {
    const draft = readVideoRow(row, at);
    if (Array.isArray(draft)) {
      rowErrors.add(row, ...draft);
      continue;
    }
    const first = firstRows.get(draft.video_id);
    if (first === undefined) {
      firstRows.set(draft.video_id, row.number);
      drafts.set(row, draft);
    } else rowErrors.add(row, `${first}行目と同じ動画IDです。`);
  }

  const rejectDuplicates = (isDuplicate: (draft: VideoDraft) => boolean) => {
    for (const [row, draft] of drafts) {
      if (!isDuplicate(draft)) continue;
      rowErrors.add(row, DUPLICATE_ID);
      drafts.delete(row);
    }
  };
  const ids = [...drafts.values()].map(({ video_id }) => video_id);
  const taken = new Set((await selectTaken(context.db, [ids])).map(({ video_id }) => video_id));
  rejectDuplicates(({ video_id }) => taken.has(video_id));
  const missing = await unknownNames(context.db, [...drafts.values()]);
  if (!isDryRun && drafts.size > 0) {
    await createRecords(context, {
      audit: { by: currentUser.id, action: "video.create" },
      insert: async (tx) => {
        await tx.allowTime(IMPORT_TIMEOUT);
        const known = await idsByName(tx, [...drafts.values()]);
        const created = await insertDrafts(tx, [...drafts.values()], known, at);
        // Another transaction may have created the same ids meanwhile.
        rejectDuplicates(({ video_id }) => !created.has(video_id));
        if (isGone()) throw callerLeft();
        return [...drafts.values()].flatMap(({ title, video_id }) => {
          const id = created.get(video_id);
          return id === undefined ? [] : [{ id, title, video_id }];
        });
      },
      logged: ({ title, video_id }) => ({ title, video_id }),
      whole: (videos) => ({ action: "video_list.import", id: 0, after: { created: videos.length } }),
      findVideos: (_, { id }) => [id],
    });
  }

  return {
    message: doneOf(drafts.size, isDryRun) + rowErrors.sentence,
    error: rowErrors.sentence || null,
    success_count: isDryRun ? 0 : drafts.size,
    rows: [...drafts.values()].slice(0, PREVIEW_ROWS_MAX),
    new_categories: missing.categories,
    new_tags: missing.tags,
    ...rowErrors.toAnswer(csv),
  };
}

function doneOf(created: number, isDryRun: boolean): string {
  if (created === 0) return isDryRun ? "登録できる動画はありません。" : "動画は1件も登録されていません。";
  return isDryRun ? `${created}件の動画を登録できます。` : `${created}件の動画を登録しました。`;
}
