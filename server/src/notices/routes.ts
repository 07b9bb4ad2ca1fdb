import { contract } from "@manabiya/contract";
import type { App } from "../app.ts";
import { notFound } from "../http/app-error.ts";
import { paginate, splitCount } from "../http/paging.ts";
import { NOTICE_LABELS } from "@manabiya/contract/rules/notice-labels.ts";
import { listNotices, readNotice, unreadCounter } from "./queries.ts";

export function noticeRoutes({ app, db, now }: App): void {
  const countUnread = unreadCounter(db);
  app.route({
    ...contract.notices.count,
    handler: async ({ viewer }) => ({
      count: await countUnread({ userId: viewer.id, at: new Date(now()).toISOString() }),
    }),
  });

  app.route({
    ...contract.notices.list,
    handler: async ({ url, query, viewer }) => {
      const { page, page_size: size } = query;
      const values = [viewer.id, new Date(now()).toISOString(), size, (page - 1) * size];
      const { count, rows } = splitCount(await listNotices(db, values));
      const results = rows.map((notice) => ({
        ...notice,
        notice_category_display: NOTICE_LABELS[notice.notice_category],
      }));
      return paginate(url, { page, size, count, results });
    },
  });

  app.route({
    ...contract.notices.read,
    handler: async ({ params, viewer }) => {
      const [row] = await readNotice(db, [viewer.id, new Date(now()).toISOString(), params.id]);
      if (!row?.found) throw notFound("お知らせ");
      return { count: row.count };
    },
  });
}
