import { AdminNotice } from "@manabiya/contract/staff/notices.ts";
import { statement } from "../../db/statement.ts";
import { counted } from "../../http/paging.ts";
import { columnsOf } from "../../db/columns-of.ts";

const noticeColumns = columnsOf(AdminNotice);
/** `$1` is now. */
const NOTICE = `
  n.id, n.notice_category, n.notice_title, n.notice_content, n.created_at, n.published_at, n.revision,
  case when n.published_at is null then 'draft' when n.published_at > $1::timestamptz then 'scheduled'
       else 'published' end as state,
  (select count(*) from notice_reads r where r.notice_id = n.id) as read_count`;

/** Newest publication first; drafts come before all. Values: now, limit, offset. */
export const listNotices = statement("admin-notices.list", counted(noticeColumns))`
  with total as (select count(*) as count from notices),
  page as (
    select ${NOTICE} from notices n
     order by n.published_at desc nulls first, n.id desc limit $2 offset $3)
  select total.count, page.* from total left join page on true
   order by page.published_at desc nulls first, page.id desc`;

/** Values: now, id. */
export const lockNotice = statement("admin-notices.lock", noticeColumns)`
  select ${NOTICE} from notices n where n.id = $2 for update of n`;

/** Values: now, category, title, content, published at. */
export const insertNotice = statement("admin-notices.insert", noticeColumns)`
  insert into notices as n (created_at, notice_category, notice_title, notice_content, published_at)
  values ($1::timestamptz, $2, $3, $4, $5) returning ${NOTICE}`;
