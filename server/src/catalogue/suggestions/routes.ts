import { contract } from "@manabiya/contract";
import { canWatch } from "@manabiya/contract/rules/can-watch.ts";
import type { CatalogueContext } from "../context.ts";
import { totalOf } from "../search/hits.ts";
import { otherSearches } from "./other-searches.ts";
import { popularTags } from "./queries.ts";
import { suggest } from "./suggest.ts";

/** Neither call is a search of a member, so neither is in the figures. */
export function suggestionRoutes({ app, catalogue, now }: CatalogueContext): void {
  const moment = () => new Date(now()).toISOString();

  app.answer(contract.suggestions.list, async ({ query, currentUser }) =>
    suggest(await catalogue.current(), query.q, { at: moment(), mayWatch: canWatch(currentUser, now()) }),
  );

  app.answer(contract.suggestions.otherSearches, async ({ query, currentUser }) => {
    const cache = await catalogue.current();
    const at = moment();
    const total = await totalOf(cache, at);
    const [searches, tags] = await Promise.all([
      otherSearches(cache, query.q, {
        scope: canWatch(currentUser, now()) ? "all" : "shown",
        names: cache.searchedNames,
        categoryIds: null,
        hidden: cache.hidden,
        at,
        total,
      }),
      cache.memoize("popular tags", () => popularTags(cache.reads, [at])),
    ]);
    return { searches, tags };
  });
}
