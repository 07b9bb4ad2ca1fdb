import { contract } from "@manabiya/contract";
import { PAGE_SIZE } from "@manabiya/contract/paging.ts";
import type { App } from "../../app.ts";
import { notFound } from "../../http/app-error.ts";
import { paginate } from "../../http/paging.ts";
import { presentVideos, readSharedPage } from "../cache/shared-list.ts";
import { categoryVideos } from "./queries.ts";

export function categoryRoutes(parts: App): void {
  const { app, catalogue, now } = parts;
  app.route({
    ...contract.categories.list,
    handler: async () => [...(await catalogue.current()).categories.values()],
  });

  app.route({
    ...contract.categories.videos,
    handler: async ({ url, params, query, viewer }) => {
      const snapshot = await catalogue.current();
      const categoryIds = snapshot.withChildren(params.id);
      if (categoryIds.length === 0) throw notFound("カテゴリー");
      const list = categoryVideos(snapshot.reads, categoryIds, new Date(now()).toISOString());
      const { count, ids } = await readSharedPage(snapshot, list, query);
      const results = await presentVideos(parts, snapshot, { ids, viewer });
      return paginate(url, { page: query.page, size: PAGE_SIZE, count, results });
    },
  });
}
