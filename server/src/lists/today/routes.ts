import { contract } from "@manabiya/contract";
import { thumbnailAddress } from "../../catalogue/videos/rows.ts";
import type { CatalogueContext } from "../../catalogue/context.ts";
import { hasHistory, listCandidates, listDays } from "./queries.ts";

export function todayRoutes({ app, db, now }: CatalogueContext): void {
  app.answer(contract.today.candidates, async ({ currentUser }) => {
    const rows = await listCandidates(db, [currentUser.id, new Date(now()).toISOString()]);
    const [first] = rows;
    const has_history = first?.has_history ?? (await hasHistory(db, [currentUser.id]))[0]?.has_history ?? false;
    const candidates = rows.map(({ id, host_id, title, thumbnail, duration, position, ...row }) => ({
      video: { id, video_id: host_id, title, thumbnail: thumbnailAddress(thumbnail), duration, position },
      reason: row.reason,
      playlist: row.playlist,
      chapters: row.chapters,
    }));
    return { candidates, has_history };
  });

  app.answer(contract.today.days, async ({ currentUser }) => {
    const [row] = await listDays(db, [currentUser.id, new Date(now()).toISOString()]);
    return row ?? { today: "", days: [], total_seconds: 0, notes: 0, practices: 0 };
  });
}
