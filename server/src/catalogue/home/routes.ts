import { contract } from "@manabiya/contract";
import type { CatalogueContext } from "../context.ts";
import type { CatalogCache } from "../cache/catalog-cache.ts";
import { readMemberCards } from "../cache/catalog-list.ts";
import { composeHome, idsOf, presentHome } from "./compose.ts";
import { type Curation, readCuration } from "./curation.ts";
import { homeReader, readNewest } from "./queries.ts";
import { recommend } from "./recommendations.ts";

export function homeRoutes(deps: CatalogueContext): void {
  const { app, db, catalogue, now } = deps;
  const readHome = homeReader(db);
  app.answer(contract.home.get, async ({ currentUser }) => {
    const cache = await catalogue.current();
    const at = new Date(now()).toISOString();
    const curation = await readCuration(cache, at);
    const { lists, ids } = await cache.memoizeForUser(currentUser, "home", async () => {
      const lists = composeHome(curation, await readLists(cache, currentUser.id, curation, at));
      return { lists, ids: idsOf(lists) };
    });
    const cards = await readMemberCards(deps, cache, { ids, currentUser });
    return presentHome(
      lists,
      (wanted) => cards.list(wanted),
      (id) => cards.fields(id),
    );
  });

  /** Recommendations are computed again after a change of the catalogue or of the history. `at`: ISO 8601. */
  async function readLists(cache: CatalogCache, userId: number, { pinned, lessons }: Curation, at: string) {
    const newest = await readNewest(cache, at);
    const call = { userId, cache, lessons };
    const stored = await readHome(call);
    if (newest.length === 0 || stored.version === cache.version) return { ...stored, newest };
    await recommend(db, { cache, userId, at, taken: [...newest, ...pinned] });
    return { ...(await readHome(call)), newest };
  }
}
