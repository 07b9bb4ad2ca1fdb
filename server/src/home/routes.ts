import { contract } from "@manabiya/contract";
import { HOME_COUNT } from "@manabiya/contract/home.ts";
import { canWatch } from "@manabiya/contract/rules/can-watch.ts";
import type { App } from "../app.ts";
import type { Viewer } from "../auth/viewer.ts";
import type { Snapshot } from "../catalogue/catalogue.ts";
import { keepCards, loadCards } from "../videos/cards.ts";
import { listNewest } from "../videos/queries.ts";
import { presentCard } from "../videos/rows.ts";
import { type HomeRow, listHome } from "./queries.ts";
import { recommend } from "./recommendations.ts";

export function homeRoutes({ app, db, catalogue, now }: App): void {
  app.route({
    ...contract.home.get,
    handler: async ({ viewer }) => {
      const snapshot = await catalogue.current();
      const rows = await readHome(snapshot, viewer);
      const ids = rows.map(({ id }) => id);
      const known = await loadCards(snapshot, ids, now());
      const seenBy = { snapshot, mayWatch: canWatch(viewer, now()) };
      const cards = (list: HomeRow["list"]) =>
        rows.flatMap((row) => {
          const card = row.list === list ? known.get(row.id) : undefined;
          return card ? [presentCard(card, row, seenBy)] : [];
        });
      return {
        newVideos: cards("new"),
        historyVideos: cards("history"),
        recommendVideos: cards("recommended"),
      };
    },
  });

  /** Reads once more after computing recommendations, which is only when history or catalogue changed. */
  async function readHome(snapshot: Snapshot, viewer: Viewer): Promise<HomeRow[]> {
    const at = new Date(now()).toISOString();
    const newest = await snapshot.share("newest", async () => {
      const rows = await listNewest(snapshot.reads, [at, HOME_COUNT]);
      keepCards(snapshot, rows);
      return rows.map(({ id }) => id);
    });
    const values = [viewer.id, newest, snapshot.hidden];
    const rows = await listHome(db, values);
    if (newest.length === 0 || rows[0]?.recommended_version === snapshot.version) return rows;
    await recommend(db, { snapshot, userId: viewer.id, at });
    return listHome(db, values);
  }
}
