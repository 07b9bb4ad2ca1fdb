import { type ChapterCsvAnswer, ChapterDraft } from "@manabiya/contract/staff/chapters.ts";
import { beyondFilm, readClocks } from "@manabiya/contract/rules/clock-time.ts";
import { formatTimeCode } from "@manabiya/contract/rules/time-code.ts";
import * as z from "zod/mini";
import { findAdminVideo, lockAdminVideo } from "../videos/queries.ts";
import type { StaffContext } from "../context.ts";
import type { CurrentUser } from "../../accounts/sessions/current-user.ts";
import { createRecords } from "../edit-record.ts";
import { RowErrors } from "../../csv/row-errors.ts";
import { type CsvRow, readCsv } from "../../csv/read.ts";
import type { Database } from "../../db/open.ts";
import { callerLeft } from "../../errors/app-error.ts";
import { insertChapters, listAdminChapters, loggedChapter, chapterKey } from "./queries.ts";

const COLUMNS = { required: ["chapter_title", "time"], optional: ["description"] };

const PREVIEW_ROWS_MAX = 100;

interface Import {
  id: string;
  currentUser: CurrentUser;
  file: File;
  isDryRun: boolean;
  /** Whether the caller closed the connection. */
  isGone: () => boolean;
}

/** Creates the valid rows of a CSV in one transaction with one entry in the audit log. A duplicate row is an error. */
export async function importChapters(
  context: StaffContext,
  { id, currentUser, file, isDryRun, isGone }: Import,
): Promise<ChapterCsvAnswer> {
  const reference = { id, currentUser, now: context.now() };
  const video = await findAdminVideo(context.db, reference);
  const csv = await readCsv(file, "file", COLUMNS);
  const rowErrors = new RowErrors();
  const drafts = new Map<CsvRow, ChapterDraft>();
  // All times at once: together they tell whether a spreadsheet took minutes and seconds for hours and minutes.
  const times = readClocks(
    csv.rows.map(({ cells }) => cells["time"] ?? ""),
    video.duration,
  );
  for (const [index, row] of csv.rows.entries()) {
    const result = readRow(row, times[index] ?? null, video.duration);
    if (Array.isArray(result)) rowErrors.add(row, ...result);
    else drafts.set(row, result);
  }

  const rejectExisting = async (db: Database, videoId: number) => {
    const known = new Set((await listAdminChapters(db, [videoId])).map(chapterKey));
    for (const [row, draft] of drafts) {
      if (known.has(chapterKey(draft))) {
        rowErrors.add(row, "同じ時間とタイトルのチャプターがすでにあります。");
        drafts.delete(row);
      }
      known.add(chapterKey(draft));
    }
  };

  if (isDryRun) await rejectExisting(context.db, video.id);
  else {
    await createRecords(context, {
      audit: { by: currentUser.id, action: "chapter.create" },
      insert: async (tx) => {
        const { id: videoId } = await lockAdminVideo(tx, reference);
        await rejectExisting(tx, videoId);
        const chapters = await insertChapters(tx, videoId, [...drafts.values()]);
        if (isGone()) throw callerLeft();
        return chapters;
      },
      logged: loggedChapter,
      whole: (created) => ({ action: "chapter_list.import", id: video.id, after: { created: created.length } }),
      findVideos: (_, { video_id }) => [video_id],
    });
  }

  return {
    message: doneOf(drafts.size, isDryRun) + rowErrors.sentence,
    created_count: isDryRun ? 0 : drafts.size,
    rows: [...drafts.values()]
      .slice(0, PREVIEW_ROWS_MAX)
      .map(({ title, description, time_seconds }) => ({
        title,
        description,
        time_formatted: formatTimeCode(time_seconds),
      })),
    ...rowErrors.toAnswer(csv),
  };
}

/** @returns the chapter, or error messages */
function readRow({ cells }: CsvRow, time_seconds: number | null, duration: number | null): ChapterDraft | string[] {
  const result = z.safeParse(ChapterDraft, {
    title: cells["chapter_title"] ?? "",
    description: cells["description"] ?? "",
    time_seconds: time_seconds ?? 0,
  });
  const errors = result.success ? [] : result.error.issues.map(({ message }) => message);
  if (time_seconds === null) errors.push("時間は「1:30」のように入力してください。");
  else {
    const beyond = beyondFilm(time_seconds, duration);
    if (beyond !== null) errors.push(beyond);
  }
  return result.success && errors.length === 0 ? result.data : errors;
}

function doneOf(created: number, isDryRun: boolean): string {
  if (created === 0) return isDryRun ? "登録できるチャプターはありません。" : "チャプターは1件も登録されていません。";
  return isDryRun ? `${created}件のチャプターを登録できます。` : `${created}件のチャプターを登録しました。`;
}
