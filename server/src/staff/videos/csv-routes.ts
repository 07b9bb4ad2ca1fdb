import { contract } from "@manabiya/contract";
import type { StaffContext } from "../context.ts";
import { sendCsvFile } from "../../csv/send.ts";
import { writeCsv } from "../../csv/write.ts";
import { importVideos } from "./import.ts";

const TEMPLATE = writeCsv([
  ["title", "video_id", "description", "categories", "tags", "published_at"],
  [
    "はじめてのコピーライティング",
    "https://www.youtube.com/watch?v=XXXXXXXXXXX",
    "見出しの基本を学びます。",
    "コピーライティング|入門",
    "見出し|初心者",
    "2026-12-01 18:00",
  ],
]);

export function adminVideoCsvRoutes(context: StaffContext): void {
  const { app } = context;

  app.answer(contract.adminVideoCsv.template, async (_request, reply) =>
    sendCsvFile(reply, "video_template.csv", TEMPLATE),
  );

  app.answer(contract.adminVideoCsv.upload, async ({ body, query, currentUser, socket }) =>
    importVideos(context, {
      file: body.csv_file,
      currentUser,
      isDryRun: query.dry_run,
      isGone: () => socket.destroyed,
    }),
  );
}
