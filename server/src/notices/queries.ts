import type { NoticeCategory } from "@manabiya/contract/notices/notices.ts";
import { batched } from "../db/batch.ts";
import type { Database } from "../db/open.ts";
import { bool, command, instant, int, notNull, statement, text, textOf } from "../db/statement.ts";
import { counted } from "../http/paging.ts";

/**
 * `n` is published at the instant $2 and since the member `u` joined, who has not opened it. The subquery hides the
 * instant from the planner, which would plan again for each.
 */
const UNREAD = `
  n.published_at <= (select $2::timestamptz) and n.published_at >= u.created_at and not exists (
    select from notice_reads r where r.user_id = u.id and r.notice_id = n.id)`;

/**
 * `index` begins with 1. The subquery hides the number of ids from the planner, so that it plans once. Values: user ids,
 * now.
 */
const countUnread = statement("notices.count-unread", { index: int, count: int })`
  select asked.index, (select count(*) from notices n where ${UNREAD}) as count
    from unnest((select $1::int[])) with ordinality as asked (user_id, index)
    join users u on u.id = asked.user_id`;

/**
 * Counts the published notices that a member has not opened. Every open page polls this count, so concurrent calls
 * share one statement.
 */
export function unreadCounter(db: Database): (call: { userId: number; at: string }) => Promise<number> {
  return batched(async (calls) => {
    const counts = calls.map(() => 0);
    const rows = await countUnread(db, [calls.map(({ userId }) => userId), calls.at(-1)?.at]);
    for (const { index, count } of rows) counts[index - 1] = count;
    return counts;
  });
}

/**
 * Published notices, newest first, and their number. Notices from before the member joined are read. Values: user id,
 * now, limit, offset.
 */
export const listNotices = statement(
  "notices.list",
  counted({
    id: int,
    created_at: notNull(instant),
    notice_category: textOf<NoticeCategory>(),
    notice_title: text,
    notice_content: text,
    is_read: bool,
  }),
)`
  with total as (select count(*) as count from notices where published_at <= $2),
  page as (
    select n.id, n.published_at as created_at, n.notice_category, n.notice_title, n.notice_content,
           n.published_at < (select created_at from users where id = $1)
             or exists (select from notice_reads r where r.user_id = $1 and r.notice_id = n.id) as is_read
      from notices n where n.published_at <= $2
     order by n.published_at desc, n.id desc limit $3 offset $4)
  select total.count, page.* from total left join page on true
   order by page.created_at desc, page.id desc`;

/**
 * Marks a published notice as read; a second time changes nothing. `count` is the number of other unread notices.
 * Values: user id, now, notice id.
 */
export const readNotice = statement("notices.read", { found: bool, count: int })`
  with target as (select id from notices where id = $3 and published_at <= $2),
  marked as (
    insert into notice_reads (user_id, notice_id, read_at)
    select $1, id, $2 from target on conflict do nothing)
  select exists (select from target) as found,
         (select count(*) from notices n, users u where u.id = $1 and n.id <> $3 and ${UNREAD}) as count`;

/** Marks every unread notice as read. Values: user id, now. */
export const readAllNotices = command("notices.read-all")`
  insert into notice_reads (user_id, notice_id, read_at)
  select u.id, n.id, $2 from users u, notices n where u.id = $1 and ${UNREAD}
  on conflict do nothing`;
