import { setImmediate } from "node:timers/promises";
import { contract } from "@manabiya/contract";
import type { Database } from "../../db/open.ts";
import type { StaffContext } from "../context.ts";
import { sendCsvFile } from "../../csv/send.ts";
import { writeCsv } from "../../csv/write.ts";
import { HEADER, rowOf } from "./columns.ts";
import { importSheet } from "./import.ts";
import { readNames } from "./names.ts";
import { listSheetIds, readSheetVideos } from "./queries.ts";

const BATCH = 500;

export function adminVideoSheetRoutes(context: StaffContext): void {
  const { app, db } = context;

  app.answer(contract.adminVideoSheet.download, async (_request, reply) =>
    sendCsvFile(reply, "videos.csv", await exportSheet(db)),
  );

  app.answer(contract.adminVideoSheet.upload, async ({ body, query, currentUser, socket }) =>
    importSheet(context, {
      file: body.csv_file,
      userId: currentUser.id,
      isDryRun: query.dry_run,
      isConfirmed: query.confirmed,
      takesFile: query.take_file,
      isGone: () => socket.destroyed,
    }),
  );
}

async function exportSheet(db: Database): Promise<string> {
  const names = await readNames(db, { isLocking: false });
  const ids = (await listSheetIds(db, [])).map(({ id }) => id);
  let csv = writeCsv([HEADER]);
  for (let start = 0; start < ids.length; start += BATCH) {
    const videos = await readSheetVideos(db, ids.slice(start, start + BATCH), names);
    // Only the first part starts with the mark of UTF-8.
    csv += writeCsv(videos.map(rowOf)).slice(1);
    await setImmediate();
  }
  return csv;
}
