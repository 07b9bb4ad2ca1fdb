import { staff } from "@manabiya/contract/staff/staff.ts";
import type { AppContext } from "../../http/app-context.ts";
import { changeCatalogue } from "../../catalogue/change.ts";
import { createCategory, deleteCategory, updateCategory } from "./change.ts";
import { readCategories } from "./queries.ts";

export function adminCategoryRoutes(parts: AppContext): void {
  const { app, db, now } = parts;
  const { list, create, update, remove } = staff.adminCategories;

  app.route({ ...list, handler: () => readCategories(db, [null]) });

  app.route({
    ...create,
    handler: async ({ body, currentUser }, reply) => {
      const act = { by: currentUser.id, now: now() };
      return reply.status(201).send(await changeCatalogue(parts, (tx) => createCategory(tx, body, act)));
    },
  });

  app.route({
    ...update,
    handler: ({ params, body, currentUser }) =>
      changeCatalogue(parts, (tx) => updateCategory(tx, params.id, body, { by: currentUser.id, now: now() })),
  });

  app.route({
    ...remove,
    handler: async ({ params, query: { revision }, currentUser }) => {
      const act = { by: currentUser.id, now: now() };
      const { name } = await changeCatalogue(parts, (tx) => deleteCategory(tx, params.id, revision, act));
      return { message: `カテゴリー「${name}」を削除しました。` };
    },
  });
}
