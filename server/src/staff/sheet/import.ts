import { setImmediate } from "node:timers/promises";
import type { SheetAnswer } from "@manabiya/contract/staff/video-csv.ts";
import { changeCatalogue } from "../../catalogue/change.ts";
import { isUniqueViolation } from "../../db/unique-violation.ts";
import type { StaffContext } from "../context.ts";
import { callerLeft } from "../../errors/app-error.ts";
import { batchesOf } from "../../csv/batches.ts";
import type { CsvFile } from "../../csv/read.ts";
import { IMPORT_TIMEOUT } from "../videos/import-queries.ts";
import { confirmationRequired } from "../../csv/confirmation.ts";
import { answerOf, questionOf } from "./answer.ts";
import { keyOf, VERSION } from "./columns.ts";
import type { ComparedRow } from "./compare-row.ts";
import { type Batch, changedRows, compareBatch } from "./compare-batch.ts";
import { oldPictures, withOldPictures } from "./old-pictures.ts";
import { openSheet } from "./open-sheet.ts";
import { type ChangedRow, writeChanges } from "./write-changes.ts";

/** Of one transaction. Nobody else is answered while a batch is compared. */
const BATCH = { rows: 250, characters: 500_000 };

type Context = Pick<StaffContext, "db" | "catalogue" | "storage" | "fetchPicture" | "now">;

interface Import {
  file: File;
  /** The staff member. */
  userId: number;
  isDryRun: boolean;
  /** A person has agreed to a change of many videos, or to one that empties cells. */
  isConfirmed: boolean;
  /** Later changes return to the content of the file, as if the file had no version. */
  takesFile: boolean;
  /** Whether the caller closed the connection. */
  isGone: () => boolean;
}

/**
 * Applies an edited export. Each row is applied as a whole or not at all, and each batch of rows is one transaction. A
 * repeated upload of the file continues an interrupted one, because an applied row has no difference any more.
 * @throws 409 `confirmation_required`
 */
export async function importSheet(context: Context, given: Import): Promise<SheetAnswer> {
  const sheet = await openSheet(given.file);
  if (given.takesFile) for (const { cells } of sheet.rows) delete cells[keyOf(VERSION)];
  if (!given.isDryRun && !given.isConfirmed) {
    const question = questionOf((await importRows(context, sheet, { ...given, isDryRun: true })).compared);
    if (question !== null) throw confirmationRequired(question);
  }
  const { compared, seen } = await importRows(context, sheet, given);
  return answerOf(compared, sheet, { isDryRun: given.isDryRun, seen });
}

async function importRows(context: Context, sheet: CsvFile, { userId, isDryRun, isGone }: Import) {
  const seen: Batch["seen"] = { videos: new Map(), hostIds: new Map(), categories: new Set(), tags: new Set() };
  const compared: ComparedRow[] = [];
  const saveOldPictures = oldPictures(context);
  const upload: Upload = { entry: null };
  for await (const rows of batchesOf(sheet.rows, BATCH)) {
    if (isGone()) throw callerLeft();
    const batch: Batch = { rows, sheet, seen };
    const preview = (await compareBatch(context, context.db, batch, { isLocking: false })).compared;
    const changes = isDryRun ? [] : changedRows(preview);
    const applied =
      changes.length === 0 ? [] : await applyRows(context, { batch, changes, userId, isGone, saveOldPictures, upload });
    const byRow = new Map(applied.map((each) => [each.row, each]));
    compared.push(...preview.map((each) => byRow.get(each.row) ?? each));
    // Other requests are answered between two batches.
    await setImmediate();
  }
  return { compared, seen };
}

interface Upload {
  /** Its entry in the log, as soon as a change is committed. */
  entry: number | null;
}

interface Applying extends Pick<Import, "userId" | "isGone"> {
  batch: Batch;
  changes: ChangedRow[];
  saveOldPictures: ReturnType<typeof oldPictures>;
  upload: Upload;
}

/** Compares the changed rows again with locked videos and writes them. */
async function applyRows(context: Context, applying: Applying): Promise<ComparedRow[]> {
  const { batch, changes, userId: by, isGone } = applying;
  // No transaction stays open while a host answers.
  const pictures = await applying.saveOldPictures(changes);
  try {
    const { compared, rows, entry } = await changeCatalogue(context, async (tx) => {
      await tx.allowTime(IMPORT_TIMEOUT);
      const locked = { ...batch, rows: changes.map(({ row }) => row) };
      const { compared, names } = await compareBatch(context, tx, locked, { isLocking: true });
      const rows = withOldPictures(changedRows(compared), pictures);
      if (rows.length === 0) return { result: { compared, rows, entry: applying.upload.entry } };
      const changed = await writeChanges(tx, { rows, names, by, now: context.now(), partOf: applying.upload.entry });
      if (isGone()) throw callerLeft();
      return { result: { compared, rows, entry: changed.entry }, videoIds: changed.videoIds };
    });
    applying.upload.entry = entry;
    // The file stays for a while, in case the host was changed by mistake.
    for (const { current, fields } of rows) {
      if (current.host === "file" && fields.video_id !== undefined)
        await context.storage.touch("videos", current.video_id);
    }
    return compared;
  } catch (error) {
    // Another transaction has taken an id at a host since the comparison. The next comparison finds it.
    if (isUniqueViolation(error)) return applyRows(context, applying);
    throw error;
  }
}
