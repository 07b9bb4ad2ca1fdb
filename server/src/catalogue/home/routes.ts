import { contract } from "@manabiya/contract";
import { HOME_COUNT } from "@manabiya/contract/catalogue/home.ts";
import type { AppContext } from "../../http/app-context.ts";
import type { CurrentUser } from "../../accounts/sessions/current-user.ts";
import type { Snapshot } from "../cache/catalog-cache.ts";
import { keepCards } from "../cache/cards.ts";
import { listNewest } from "../videos/queries.ts";
import { presentVideos } from "../cache/shared-list.ts";
import { homeReader } from "./queries.ts";
import { recommend } from "./recommendations.ts";

export function homeRoutes(parts: AppContext): void {
  const { app, db, catalogue, now } = parts;
  const readHome = homeReader(db);
  app.route({
    ...contract.home.get,
    handler: async ({ currentUser }) => {
      const snapshot = await catalogue.current();
      const lists = await readLists(snapshot, currentUser);
      const ids = [...new Set(lists.flat())];
      const known = await presentVideos(parts, snapshot, { ids, currentUser });
      const cards = new Map(known.map((card) => [card.id, card]));
      const [newVideos = [], historyVideos = [], recommendVideos = []] = lists.map((list) =>
        list.flatMap((id) => cards.get(id) ?? []),
      );
      return { newVideos, historyVideos, recommendVideos };
    },
  });

  /** Ids of the new, the watched and the recommended videos. Computes recommendations when what they are of changed. */
  async function readLists(snapshot: Snapshot, currentUser: CurrentUser): Promise<number[][]> {
    const at = new Date(now()).toISOString();
    const newest = await snapshot.share("newest", async () => {
      const rows = await listNewest(snapshot.reads, [at, HOME_COUNT]);
      keepCards(snapshot, rows);
      return rows.map(({ id }) => id);
    });
    const { watched, recommended } = await snapshot.shareOwn(currentUser, "home", async () => {
      const asked = { userId: currentUser.id, snapshot };
      const home = await readHome(asked);
      if (newest.length === 0 || home.version === snapshot.version) return home;
      await recommend(db, { ...asked, at });
      return readHome(asked);
    });
    return [newest, watched, recommended ?? []];
  }
}
