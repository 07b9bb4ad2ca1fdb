import type { VideoCsvAnswer } from "@manabiya/contract/staff/video-csv.ts";
import type { AppContext } from "../../http/app-context.ts";
import { recordChange } from "../../audit/record.ts";
import type { CurrentUser } from "../../accounts/sessions/current-user.ts";
import { changeCatalogue } from "../../catalogue/change.ts";
import { RowFaults } from "../csv/row-errors.ts";
import { type CsvRow, readCsv } from "../csv/read.ts";
import { callerLeft, validationError } from "../../http/app-error.ts";
import { readVideoRow, VIDEO_COLUMNS, type VideoDraft } from "./csv-rows.ts";
import { allowTime, insertDrafts, selectTaken } from "./import-queries.ts";
import { idsByName, unknownNames } from "./names.ts";

/** Rows of the answer that show what is created. */
const SHOWN = 100;

const TAKEN = "この動画IDはすでに登録されています。";

interface Import {
  file: File;
  currentUser: CurrentUser;
  isDryRun: boolean;
  /** Whether the caller has left without waiting for the answer. */
  isGone: () => boolean;
}

/**
 * Registers the good rows of a CSV, all in one transaction. In a dry run, or for a caller who has left, nothing
 * changes.
 */
export async function importVideos(
  parts: AppContext,
  { file, currentUser, isDryRun, isGone }: Import,
): Promise<VideoCsvAnswer> {
  if (!/\.csv$/i.test(file.name))
    throw validationError({ csv_file: ["CSVファイル（.csv）を選択してください。"] });
  const csv = await readCsv(file, "csv_file", VIDEO_COLUMNS);
  const faults = new RowFaults();
  const drafts = new Map<CsvRow, VideoDraft>();
  const at = new Date(parts.now()).toISOString();
  const firstRows = new Map<string, number>();
  for (const row of csv.rows) {
    const draft = readVideoRow(row, at);
    if (Array.isArray(draft)) {
      faults.add(row, ...draft);
      continue;
    }
    const first = firstRows.get(draft.video_id);
    if (first === undefined) {
      firstRows.set(draft.video_id, row.number);
      drafts.set(row, draft);
    } else faults.add(row, `${first}行目と同じ動画IDです。`);
  }

  const drop = (isWanted: (draft: VideoDraft) => boolean) => {
    for (const [row, draft] of drafts) {
      if (isWanted(draft)) continue;
      faults.add(row, TAKEN);
      drafts.delete(row);
    }
  };
  const taken = new Set(
    (await selectTaken(parts.db, [[...drafts.values()].map(({ video_id }) => video_id)])).map(
      ({ video_id }) => video_id,
    ),
  );
  drop(({ video_id }) => !taken.has(video_id));
  const fresh = await unknownNames(parts.db, [...drafts.values()]);
  if (!isDryRun && drafts.size > 0) {
    await changeCatalogue(parts, async (tx) => {
      await allowTime(tx, []);
      const known = await idsByName(tx, [...drafts.values()]);
      const created = await insertDrafts(tx, [...drafts.values()], known, at);
      // Somebody else was quicker.
      drop(({ video_id }) => created.has(video_id));
      const ids = [...created.values()];
      const [first] = ids;
      if (first !== undefined) {
        const change = { by: currentUser.id, action: "video.import", id: first } as const;
        await recordChange(tx, { ...change, after: { created: ids.length } }, parts.now());
      }
      if (isGone()) throw callerLeft();
      return { result: null, videoIds: ids };
    });
  }

  return {
    message: messageOf(drafts.size, faults.count, isDryRun),
    error: faults.count === 0 ? null : `${faults.count}行に誤りがあります。`,
    errors: faults.sentences(),
    success_count: isDryRun ? 0 : drafts.size,
    error_count: faults.count,
    rows: [...drafts.values()].slice(0, SHOWN),
    new_categories: fresh.categories,
    new_tags: fresh.tags,
    bad_rows: faults.toCsv(csv),
  };
}

function messageOf(good: number, wrong: number, isDryRun: boolean): string {
  const done = isDryRun ? `${good}件の動画を登録できます。` : `${good}件の動画を登録しました。`;
  return wrong === 0 ? done : `${done}${wrong}行に誤りがあります。`;
}
