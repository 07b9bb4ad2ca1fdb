import { contract } from "@manabiya/contract";
import type { AppContext } from "../../http/app-context.ts";
import { savedListHandler } from "../saved-list-handler.ts";
import { listHistory, removeHistory } from "./queries.ts";

export function historyRoutes(parts: AppContext): void {
  const { app, db } = parts;
  app.route({
    ...contract.history.list,
    handler: savedListHandler(parts, listHistory, (card, row) =>
      Object.assign(card, { watched_at: row.saved_at }),
    ),
  });

  app.route({
    ...contract.history.remove,
    handler: async ({ body, currentUser }) => {
      const [row] = await removeHistory(db, [currentUser.id, body?.video_ids ?? null]);
      const deleted_count = row?.deleted_count ?? 0;
      const message =
        deleted_count > 0
          ? `視聴履歴を${deleted_count}件削除しました。`
          : "削除する視聴履歴はありませんでした。";
      return { deleted_count, message };
    },
  });
}
