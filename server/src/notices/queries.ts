import type { NoticeCategory } from "@manabiya/contract/notices/notices.ts";
import { batched } from "../db/batch.ts";
import type { Database } from "../db/open.ts";
import { bool, instant, int, notNull, text, textOf } from "../db/columns.ts";
import { statement } from "../db/statement.ts";
import { counted } from "../http/paging.ts";

/** Published by the instant in $2, and not opened by the member `user`. */
const unread = (user: string) => `
  n.published_at <= $2 and not exists (
    select from notice_reads r where r.user_id = ${user} and r.notice_id = n.id)`;

/** `place` counts askers from one. Planned once, since the planner does not see how many ask. Values: user ids, now. */
const countUnread = statement(
  "notices.count-unread",
  { place: int, count: int },
  `select a.place, (select count(*) from notices n where ${unread("a.user_id")}) as count
     from unnest((select $1::int[])) with ordinality as a (user_id, place)`,
);

/**
 * Counts the published notices that a member has not opened. Every open page asks for it again and again: those who ask
 * at the same time are answered by one statement.
 */
export function unreadCounter(db: Database): (asked: { userId: number; at: string }) => Promise<number> {
  return batched(async (asked) => {
    const counts = asked.map(() => 0);
    const rows = await countUnread(db, [asked.map(({ userId }) => userId), asked.at(-1)?.at]);
    for (const { place, count } of rows) counts[place - 1] = count;
    return counts;
  });
}

/** Published notices, newest first, and how many there are. Values: user id, now, how many, offset. */
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
  `with total as (select count(*) as count from notices where published_at <= $2),
   page as (
     select n.id, n.published_at as created_at, n.notice_category, n.notice_title, n.notice_content,
            exists (select from notice_reads r where r.user_id = $1 and r.notice_id = n.id) as is_read
       from notices n where n.published_at <= $2
      order by n.published_at desc, n.id desc limit $3 offset $4)
   select total.count, page.* from total left join page on true
    order by page.created_at desc, page.id desc`,
);

/**
 * Marks a published notice as read; a second time changes nothing. Says whether there is such a notice and how many
 * others are unread. Values: user id, now, notice id.
 */
export const readNotice = statement(
  "notices.read",
  { found: bool, count: int },
  `with target as (select id from notices where id = $3 and published_at <= $2),
   marked as (
     insert into notice_reads (user_id, notice_id, read_at)
     select $1, id, $2 from target on conflict do nothing)
   select exists (select from target) as found,
          (select count(*) from notices n where n.id <> $3 and ${unread("$1")}) as count`,
);
