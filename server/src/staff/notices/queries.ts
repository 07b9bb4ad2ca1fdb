import type { NoticeCategory } from "@manabiya/contract/notices/notices.ts";
import type { AdminNotice } from "@manabiya/contract/staff/notices.ts";
import { instant, int, nullable, text, textOf } from "../../db/columns.ts";
import { statement } from "../../db/statement.ts";
import { counted } from "../../http/paging.ts";

/** `now` is the parameter that holds it, such as "$1". */
const columns = (now: string) => `
  n.id, n.notice_category, n.notice_title, n.notice_content, n.created_at, n.published_at, n.revision,
  case when n.published_at is null then 'draft' when n.published_at > ${now} then 'scheduled' else 'published' end
    as state,
  (select count(*) from notice_reads r where r.notice_id = n.id) as read_count`;

/** Newest first, by when they come out; drafts, which nobody knows it of, before all. Values: now, how many, offset. */
export const listNotices = statement(
  "admin-notices.list",
  counted({
    id: int,
    notice_category: textOf<NoticeCategory>(),
    notice_title: text,
    notice_content: text,
    created_at: instant,
    published_at: nullable(instant),
    revision: int,
    state: textOf<AdminNotice["state"]>(),
    read_count: int,
  }),
  `with total as (select count(*) as count from notices),
   page as (
     select ${columns("$1::timestamptz")} from notices n
      order by n.published_at desc nulls first, n.id desc limit $2 offset $3)
   select total.count, page.* from total left join page on true
    order by page.published_at desc nulls first, page.id desc`,
);

/** Values: now, id. */
export const lockNotice = statement(
  "admin-notices.lock",
  {
    id: int,
    notice_category: textOf<NoticeCategory>(),
    notice_title: text,
    notice_content: text,
    created_at: instant,
    published_at: nullable(instant),
    revision: int,
    state: textOf<AdminNotice["state"]>(),
    read_count: int,
  },
  `select ${columns("$1::timestamptz")} from notices n where n.id = $2 for update of n`,
);

/** Values: category, title, content, now, published at. */
export const insertNotice = statement(
  "admin-notices.insert",
  { id: int },
  `insert into notices (notice_category, notice_title, notice_content, created_at, published_at)
   values ($1, $2, $3, $4, $5) returning id`,
);

/** Values: id, category, title, content, published at. */
export const updateNotice = statement(
  "admin-notices.update",
  {},
  `update notices
      set notice_category = $2, notice_title = $3, notice_content = $4, published_at = $5, revision = revision + 1
    where id = $1`,
);

/** Values: id. */
export const deleteNotice = statement("admin-notices.delete", {}, `delete from notices where id = $1`);
