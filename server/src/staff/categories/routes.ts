import { staff } from "@manabiya/contract/staff/staff.ts";
import type { App } from "../../app.ts";
import { changeCatalogue } from "../../catalogue/change.ts";
import { createCategory, deleteCategory, updateCategory } from "./change.ts";
import { readCategories } from "./queries.ts";

export function adminCategoryRoutes(parts: App): void {
  const { app, db, now } = parts;
  const { list, create, update, remove } = staff.adminCategories;

  app.route({ ...list, handler: () => readCategories(db, [null]) });

  app.route({
    ...create,
    handler: async ({ body, viewer }, reply) => {
      const act = { by: viewer.id, now: now() };
      return reply.status(201).send(await changeCatalogue(parts, (tx) => createCategory(tx, body, act)));
    },
  });

  app.route({
    ...update,
    handler: ({ params, body, viewer }) =>
      changeCatalogue(parts, (tx) => updateCategory(tx, params.id, body, { by: viewer.id, now: now() })),
  });

  app.route({
    ...remove,
    handler: async ({ params, query: { revision }, viewer }) => {
      const act = { by: viewer.id, now: now() };
      const { name } = await changeCatalogue(parts, (tx) => deleteCategory(tx, params.id, revision, act));
      return { message: `カテゴリー「${name}」を削除しました。` };
    },
  });
}
