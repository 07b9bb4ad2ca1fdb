import { PAGE_SIZE } from "@manabiya/contract/paging.ts";
import { staff } from "@manabiya/contract/staff/staff.ts";
import type { AppContext } from "../../http/app-context.ts";
import { paginate, splitCount } from "../../http/paging.ts";
import { createNotice, deleteNotice, updateNotice } from "./change.ts";
import { listNotices } from "./queries.ts";

export function adminNoticeRoutes({ app, db, now }: AppContext): void {
  const { list, create, update, remove } = staff.adminNotices;

  app.route({
    ...list,
    handler: async ({ url, query: { page } }) => {
      const values = [new Date(now()).toISOString(), PAGE_SIZE, (page - 1) * PAGE_SIZE];
      const { count, rows } = splitCount(await listNotices(db, values));
      return paginate(url, { page, size: PAGE_SIZE, count, results: rows });
    },
  });

  app.route({
    ...create,
    handler: async ({ body, currentUser }, reply) => {
      const act = { by: currentUser.id, now: now() };
      return reply.status(201).send(await db.transaction((tx) => createNotice(tx, body, act)));
    },
  });

  app.route({
    ...update,
    handler: ({ params, body, currentUser }) =>
      db.transaction((tx) => updateNotice(tx, params.id, body, { by: currentUser.id, now: now() })),
  });

  app.route({
    ...remove,
    handler: async ({ params, query: { revision }, currentUser }) => {
      const act = { by: currentUser.id, now: now() };
      const title = await db.transaction((tx) => deleteNotice(tx, params.id, revision, act));
      return { message: `お知らせ「${title}」を削除しました。` };
    },
  });
}
