import { contract } from "@manabiya/contract";
import { HOME_COUNT } from "@manabiya/contract/catalogue/home.ts";
import type { AppContext } from "../../http/app-context.ts";
import type { CurrentUser } from "../../accounts/sessions/current-user.ts";
import type { CatalogCache } from "../cache/catalog-cache.ts";
import { listNewest } from "../videos/queries.ts";
import { readMemberCards } from "../cache/catalog-list.ts";
import { homeReader } from "./queries.ts";
import { recommend } from "./recommendations.ts";

export function homeRoutes(deps: AppContext): void {
  const { app, db, catalogue, now } = deps;
  const readHome = homeReader(db);
  app.route({
    ...contract.home.get,
    handler: async ({ currentUser }) => {
      const cache = await catalogue.current();
      const { newest, watched, recommended } = await readLists(cache, currentUser);
      const ids = [...new Set([...newest, ...watched, ...recommended])];
      const cards = await readMemberCards(deps, cache, { ids, currentUser });
      return {
        newVideos: cards.list(newest),
        historyVideos: cards.list(watched),
        recommendVideos: cards.list(recommended),
      };
    },
  });

  /** Ids by list. Recommendations are computed again after a change of the catalogue or of the history. */
  async function readLists(cache: CatalogCache, currentUser: CurrentUser) {
    const at = new Date(now()).toISOString();
    const newest = await cache.memoize("newest", async () =>
      cache.primeCards(await listNewest(cache.reads, [at, HOME_COUNT])),
    );
    const { watched, recommended } = await cache.memoizeForUser(currentUser, "home", async () => {
      const call = { userId: currentUser.id, cache };
      const home = await readHome(call);
      if (newest.length === 0 || home.version === cache.version) return home;
      await recommend(db, { ...call, at });
      return readHome(call);
    });
    return { newest, watched, recommended: recommended ?? [] };
  }
}
