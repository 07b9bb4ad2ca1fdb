import { setImmediate } from "node:timers/promises";
import type { SheetAnswer } from "@manabiya/contract/staff/video-csv.ts";
import { changeCatalogue } from "../../catalogue/change.ts";
import { isUniqueViolation } from "../../db/unique-violation.ts";
import type { AppContext } from "../../http/app-context.ts";
import { callerLeft } from "../../http/app-error.ts";
import { allowTime } from "../videos/import-queries.ts";
import { answerOf } from "./answer.ts";
import type { ComparedRow } from "./compare-row.ts";
import { type Batch, changedRows, compareBatch } from "./compare-batch.ts";
import { losesPicture, type OldPictures, saveOldPictures, withOldPictures } from "./old-pictures.ts";
import { openSheet } from "./open-sheet.ts";
import { writeChanges } from "./write-changes.ts";

/** Rows per transaction. */
const BATCH = 250;

type Context = Pick<AppContext, "db" | "catalogue" | "storage" | "fetchPicture" | "now">;

interface Import {
  file: File;
  /** The staff member. */
  userId: number;
  isDryRun: boolean;
  /** Whether the caller closed the connection. */
  isGone: () => boolean;
}

/**
 * Applies an edited export. Each row is applied as a whole or not at all, and each batch of rows is one transaction. A
 * repeated upload of the file continues an interrupted one, because an applied row has no difference any more.
 */
export async function importSheet(context: Context, given: Import): Promise<SheetAnswer> {
  const { file, userId, isDryRun, isGone } = given;
  const sheet = await openSheet(file);
  const seen: Batch["seen"] = { videos: new Map(), hostIds: new Map(), categories: new Set(), tags: new Set() };
  const compared: ComparedRow[] = [];
  for (let start = 0; start < sheet.rows.length; start += BATCH) {
    if (isGone()) throw callerLeft();
    const batch: Batch = { rows: sheet.rows.slice(start, start + BATCH), sheet, seen };
    const work = isDryRun
      ? compareBatch(context, context.db, batch, { isLocking: false })
      : applyBatch(context, batch, { by: userId, isGone });
    compared.push(...(await work).compared);
    // Other requests are answered between two batches.
    await setImmediate();
  }
  return answerOf(compared, sheet, { isDryRun, seen });
}

interface Applying {
  /** The staff member's id. */
  by: number;
  isGone: () => boolean;
  /** Absent: not yet fetched. */
  pictures?: OldPictures;
}

async function applyBatch(context: Context, batch: Batch, applying: Applying): Promise<{ compared: ComparedRow[] }> {
  const { by, isGone, pictures } = applying;
  try {
    const { compared, rows, moving } = await changeCatalogue(context, async (tx) => {
      await allowTime(tx, []);
      const { compared, names } = await compareBatch(context, tx, batch, { isLocking: true });
      const moving = pictures ? [] : changedRows(compared).filter(losesPicture);
      const rows = moving.length > 0 ? [] : withOldPictures(changedRows(compared), pictures);
      const result = { compared, rows, moving };
      if (rows.length === 0) return { result };
      const videoIds = await writeChanges(tx, { rows, names, by, now: context.now() });
      if (isGone()) throw callerLeft();
      return { result, videoIds };
    });
    // No transaction stays open while a host answers.
    if (moving.length > 0) {
      return await applyBatch(context, batch, { ...applying, pictures: await saveOldPictures(context, moving) });
    }
    // The file stays for a while, in case the host was changed by mistake.
    for (const { current, fields } of rows) {
      if (current.host === "file" && fields.video_id !== undefined)
        await context.storage.touch("videos", current.video_id);
    }
    return { compared };
  } catch (error) {
    // Another transaction has taken an id at a host since the comparison. The next comparison finds it.
    if (isUniqueViolation(error)) return applyBatch(context, batch, applying);
    throw error;
  }
}
