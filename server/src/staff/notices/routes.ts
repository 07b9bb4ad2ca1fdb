import { contract } from "@manabiya/contract";
import { PAGE_SIZE } from "@manabiya/contract/paging.ts";
import type { AdminNotice, NoticeBody } from "@manabiya/contract/staff/notices.ts";
import type { output } from "zod/mini";
import type { StaffContext } from "../context.ts";
import { paginate, splitCount } from "../../http/paging.ts";
import { createRecord, deleteRecord, editRecord, type RecordTarget } from "../edit-record.ts";
import { futurePublicationTime } from "../videos/publication-time.ts";
import * as queries from "./queries.ts";

export function adminNoticeRoutes(context: StaffContext): void {
  const { app, db, now } = context;
  const { list, create, update, remove } = contract.adminNotices;
  const at = () => new Date(now()).toISOString();
  const target = (id: number): RecordTarget<AdminNotice> => ({
    label: "お知らせ",
    lock: (tx) => queries.lockNotice(tx, [at(), id]),
  });

  app.answer(list, async ({ url, query: { page } }) => {
    const values = [at(), PAGE_SIZE, (page - 1) * PAGE_SIZE];
    const { count, rows } = splitCount(await queries.listNotices(db, values));
    return paginate(url, { page, size: PAGE_SIZE, count, results: rows });
  });

  app.answer(create, async ({ body, currentUser }, reply) => {
    const { notice_category, notice_title, notice_content } = body;
    const published_at = futurePublicationTime(desiredTime(body), null, now());
    const notice = await createRecord(context, {
      audit: { by: currentUser.id, action: "notice.create" },
      insert: (tx) => queries.insertNotice(tx, [at(), notice_category, notice_title, notice_content, published_at]),
      logged: fieldsOf,
    });
    return reply.status(201).send(notice);
  });

  app.answer(update, async ({ params: { id }, body, currentUser }) => {
    const { notice_category, notice_title, notice_content, revision } = body;
    const { after } = await editRecord(context, {
      ...target(id),
      audit: { by: currentUser.id, action: "notice.update" },
      revision,
      desired: (current) => ({
        notice_category,
        notice_title,
        notice_content,
        published_at: futurePublicationTime(desiredTime(body), current.published_at, now()),
      }),
    });
    return after;
  });

  app.answer(remove, async ({ params: { id }, query: { revision }, currentUser }) => {
    const { notice_title } = await deleteRecord(context, {
      ...target(id),
      audit: { by: currentUser.id, action: "notice.delete" },
      revision,
      logged: fieldsOf,
    });
    return { message: `お知らせ「${notice_title}」を削除しました。` };
  });
}

function desiredTime({ state, published_at }: output<typeof NoticeBody>): string | null {
  return { draft: null, published: "now", scheduled: published_at }[state];
}

function fieldsOf({ notice_category, notice_title, notice_content, published_at }: AdminNotice) {
  return { notice_category, notice_title, notice_content, published_at };
}
