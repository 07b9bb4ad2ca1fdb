import { PAGE_SIZE } from "@manabiya/contract/paging.ts";
import { int, ints, nullable, statement, text } from "../db/statement.ts";
import { counted } from "../http/paging.ts";

const counts = { views: int, watch_seconds: int, favorites_added: int, favorites_removed: int };
const videoColumns = { id: int, title: nullable(text), ...counts };

const FIRST_OPEN = "coalesce((select max(day) + 1 from daily_members), '-infinity'::date)";
/** The first day of the first whole month of the range, and the first day after its last closed whole month. */
const MONTHS_FROM = "date_trunc('month', $1::date + interval '1 month' - interval '1 day')::date";
const MONTHS_UNTIL = `date_trunc('month', least($2::date + 1, ${FIRST_OPEN}))::date`;

/** Closed months by their sums, other days by themselves. Views of open days are in `daily_views`. */
const PARTS = `
  select video_id, views, seconds, favorites_added, favorites_removed from monthly_video_figures
   where month >= ${MONTHS_FROM} and month < ${MONTHS_UNTIL}
  union all
  select video_id, views, seconds, favorites_added, favorites_removed from daily_video_figures
   where day between $1::date and $2::date and day < ${MONTHS_FROM}
  union all
  select video_id, views, seconds, favorites_added, favorites_removed from daily_video_figures
   where day between $1::date and $2::date and day >= greatest(${MONTHS_FROM}, ${MONTHS_UNTIL})
  union all
  select video_id, views, 0, 0, 0 from daily_views
   where day between $1::date and $2::date and day >= ${FIRST_OPEN}`;

const SUMS = `
  select video_id, sum(views)::int as views, sum(seconds)::int as watch_seconds,
         sum(favorites_added)::int as favorites_added, sum(favorites_removed)::int as favorites_removed
    from (${PARTS}) as parts group by video_id`;

const ORDER = "watch_seconds desc, views desc, video_id";

/** A page, with the count of all videos that have figures. Values: from, to, offset. */
export const listVideoFigures = statement("figures.videos", counted(videoColumns))`
  with sums as materialized (${SUMS}),
  page as (select * from sums order by ${ORDER} limit ${PAGE_SIZE} offset $3)
  select (select count(*) from sums) as count, p.video_id as id, v.title, p.views, p.watch_seconds, p.favorites_added,
         p.favorites_removed
    from (select 1) as one left join page p on true left join videos v on v.id = p.video_id
   order by p.watch_seconds desc, p.views desc, p.video_id`;

/** Rows of a CSV file. */
const VIDEO_ROWS_MAX = 20_000;

/** All videos with figures. Values: from, to. */
export const listAllVideoFigures = statement("figures.all-videos", videoColumns)`
  select s.video_id as id, v.title, s.views, s.watch_seconds, s.favorites_added, s.favorites_removed
    from (${SUMS} order by ${ORDER} limit ${VIDEO_ROWS_MAX}) as s left join videos v on v.id = s.video_id
   order by s.watch_seconds desc, s.views desc, s.video_id`;

/** Days of one video that have figures. `watched` is empty if nothing was played. Values: from, to, video id. */
export const listVideoDays = statement("figures.video-days", { day: text, ...counts, watched: ints })`
  select day::text as day, sum(views)::int as views, sum(seconds)::int as watch_seconds,
         sum(favorites_added)::int as favorites_added, sum(favorites_removed)::int as favorites_removed,
         max(watched) as watched
    from (select day, views, seconds, favorites_added, favorites_removed, watched from daily_video_figures
           where video_id = $3 and day between $1::date and $2::date
          union all
          select day, views, 0, 0, 0, '{}' from daily_views
           where video_id = $3 and day between $1::date and $2::date and day >= ${FIRST_OPEN}) as parts
   group by day order by day`;

/** Deleted videos too: their figures stay. Values: reference (2). */
export const findFiguredVideo = statement("figures.find-video", { id: int, title: text })`
  select id, title from videos where id = $1::int or video_id = $2::text order by (id = $1::int) desc nulls last limit 1`;
