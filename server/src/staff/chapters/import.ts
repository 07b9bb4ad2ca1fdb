import { type ChapterCsvAnswer, ChapterDraft } from "@manabiya/contract/staff/chapters.ts";
import { parseClock } from "@manabiya/contract/rules/clock-time.ts";
import { formatTimeCode } from "@manabiya/contract/rules/time-code.ts";
import * as z from "zod/mini";
import { findAdminVideo, lockAdminVideo } from "../videos/queries.ts";
import type { AppContext } from "../../http/app-context.ts";
import { recordChange } from "../../audit/record.ts";
import type { CurrentUser } from "../../accounts/sessions/current-user.ts";
import { changeCatalogue } from "../../catalogue/change.ts";
import { RowFaults } from "../csv/row-errors.ts";
import { type CsvRow, readCsv } from "../csv/read.ts";
import type { Database } from "../../db/open.ts";
import { callerLeft } from "../../http/app-error.ts";
import { insertChapters, listAdminChapters, sameness } from "./queries.ts";

const COLUMNS = { required: ["chapter_title", "time"], optional: ["description"] };

/** Rows of the answer that show what is created. */
const SHOWN = 100;

interface Import {
  id: string;
  currentUser: CurrentUser;
  file: File;
  isDryRun: boolean;
  /** Whether the caller has left without waiting for the answer. */
  isGone: () => boolean;
}

/** Registers the good rows of a CSV, all in one transaction; a row that is there already is a wrong one. */
export async function importChapters(
  parts: AppContext,
  { id, currentUser, file, isDryRun, isGone }: Import,
): Promise<ChapterCsvAnswer> {
  const reference = { id, currentUser, now: parts.now() };
  await findAdminVideo(parts.db, reference);
  const csv = await readCsv(file, "file", COLUMNS);
  const faults = new RowFaults();
  const drafts = new Map<CsvRow, ChapterDraft>();
  for (const row of csv.rows) {
    const result = readRow(row);
    if (Array.isArray(result)) faults.add(row, ...result);
    else drafts.set(row, result);
  }

  const settle = async (db: Database, videoId: number) => {
    const known = new Set((await listAdminChapters(db, [videoId])).map(sameness));
    for (const [row, draft] of drafts) {
      if (known.has(sameness(draft))) {
        faults.add(row, "同じ時間とタイトルのチャプターがすでにあります。");
        drafts.delete(row);
      }
      known.add(sameness(draft));
    }
    return [...drafts.values()];
  };

  const created = isDryRun
    ? await settle(parts.db, (await findAdminVideo(parts.db, reference)).id)
    : await changeCatalogue(parts, async (tx) => {
        const video = await lockAdminVideo(tx, reference);
        const result = await settle(tx, video.id);
        const [first] = result.length > 0 ? await insertChapters(tx, video.id, result) : [];
        if (first) {
          const after = { video_id: video.id, created: result.length };
          await recordChange(
            tx,
            { by: currentUser.id, action: "chapter.import", id: first.id, after },
            parts.now(),
          );
        }
        if (isGone()) throw callerLeft();
        return { result, videoIds: [video.id] };
      });

  return {
    message: messageOf(created.length, faults.count, isDryRun),
    created_count: isDryRun ? 0 : created.length,
    errors: faults.sentences(),
    error_count: faults.count,
    rows: created.slice(0, SHOWN).map(({ title, description, time_seconds }) => ({
      title,
      description,
      time_formatted: formatTimeCode(time_seconds),
    })),
    bad_rows: faults.toCsv(csv),
  };
}

/** @returns the chapter, or what is wrong with the row */
function readRow({ cells }: CsvRow): ChapterDraft | string[] {
  const time_seconds = parseClock(cells["time"] ?? "");
  const result = z.safeParse(ChapterDraft, {
    title: cells["chapter_title"] ?? "",
    description: cells["description"] ?? "",
    time_seconds: time_seconds ?? 0,
  });
  const faults = result.success ? [] : result.error.issues.map(({ message }) => message);
  if (time_seconds === null) faults.push("時間は「1:30」のように入力してください。");
  return result.success && faults.length === 0 ? result.data : faults;
}

function messageOf(created: number, wrong: number, isDryRun: boolean): string {
  const done = isDryRun
    ? `${created}件のチャプターを登録できます。`
    : `${created}件のチャプターを登録しました。`;
  return wrong === 0 ? done : `${done}${wrong}行に誤りがあります。`;
}
