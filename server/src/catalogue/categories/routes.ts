import { contract } from "@manabiya/contract";
import { PAGE_SIZE } from "@manabiya/contract/paging.ts";
import type { CatalogueContext } from "../context.ts";
import { notFound } from "../../errors/app-error.ts";
import { paginate } from "../../http/paging.ts";
import { readMemberCards, readPage } from "../cache/catalog-list.ts";
import { categoryVideos } from "./queries.ts";

export function categoryRoutes(deps: CatalogueContext): void {
  const { app, catalogue, now } = deps;
  app.answer(contract.categories.list, async () => [...(await catalogue.current()).categories.values()]);

  app.answer(contract.categories.videos, async ({ url, params, query, currentUser }) => {
    const cache = await catalogue.current();
    const categoryIds = cache.withChildren(params.id);
    if (categoryIds.length === 0) throw notFound("カテゴリー");
    const list = categoryVideos(cache.reads, categoryIds, new Date(now()).toISOString());
    const { count, ids } = await readPage(cache, list, query);
    const cards = await readMemberCards(deps, cache, { ids, currentUser });
    return paginate(url, { page: query.page, size: PAGE_SIZE, count, results: cards.list(ids) });
  });
}
