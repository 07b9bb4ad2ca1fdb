import { contract } from "@manabiya/contract";
import { titleBreaks } from "../catalogue/phrase-breaks.ts";
import type { RouteContext } from "../http/route-context.ts";
import { notFound } from "../errors/app-error.ts";
import { paginate, splitCount } from "../http/paging.ts";
import { NOTICE_LABELS } from "@manabiya/contract/rules/notice-labels.ts";
import { listNotices, readAllNotices, readNotice, unreadCounter } from "./queries.ts";

export function noticeRoutes({ app, db, now }: RouteContext): void {
  const countUnread = unreadCounter(db);
  app.answer(contract.notices.count, async ({ currentUser }) => ({
    count: await countUnread({ userId: currentUser.id, at: new Date(now()).toISOString() }),
  }));

  app.answer(contract.notices.list, async ({ url, query, currentUser }) => {
    const { page, page_size: size } = query;
    const values = [currentUser.id, new Date(now()).toISOString(), size, (page - 1) * size];
    const { count, rows } = splitCount(await listNotices(db, values));
    const results = rows.map((notice) => ({
      ...notice,
      notice_title_breaks: titleBreaks(notice.notice_title),
      notice_category_display: NOTICE_LABELS[notice.notice_category],
    }));
    return paginate(url, { page, size, count, results });
  });

  app.answer(contract.notices.read, async ({ params, currentUser }) => {
    const [row] = await readNotice(db, [currentUser.id, new Date(now()).toISOString(), params.id]);
    if (!row?.found) throw notFound("お知らせ");
    return { count: row.count };
  });

  app.answer(contract.notices.readAll, async ({ currentUser }) => {
    await readAllNotices(db, [currentUser.id, new Date(now()).toISOString()]);
    return { count: 0 };
  });
}
