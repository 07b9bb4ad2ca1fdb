import { contract } from "@manabiya/contract";
import { PAGE_SIZE } from "@manabiya/contract/paging.ts";
import type { AppContext } from "../../http/app-context.ts";
import { notFound } from "../../http/app-error.ts";
import { paginate } from "../../http/paging.ts";
import { presentVideos, readSharedPage } from "../cache/shared-list.ts";
import { categoryVideos } from "./queries.ts";

export function categoryRoutes(parts: AppContext): void {
  const { app, catalogue, now } = parts;
  app.route({
    ...contract.categories.list,
    handler: async () => [...(await catalogue.current()).categories.values()],
  });

  app.route({
    ...contract.categories.videos,
    handler: async ({ url, params, query, currentUser }) => {
      const snapshot = await catalogue.current();
      const categoryIds = snapshot.withChildren(params.id);
      if (categoryIds.length === 0) throw notFound("カテゴリー");
      const list = categoryVideos(snapshot.reads, categoryIds, new Date(now()).toISOString());
      const { count, ids } = await readSharedPage(snapshot, list, query);
      const results = await presentVideos(parts, snapshot, { ids, currentUser });
      return paginate(url, { page: query.page, size: PAGE_SIZE, count, results });
    },
  });
}
