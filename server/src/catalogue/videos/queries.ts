import type { Chapter } from "@manabiya/contract/catalogue/videos.ts";
import { int, json, text } from "../../db/columns.ts";
import { statement } from "../../db/statement.ts";
import { FIND_REFERENCE } from "./reference.ts";
import { CARD_COLUMNS, cardColumns, type CardRow, isPublished } from "./rows.ts";

export interface DetailRow extends CardRow {
  description: string;
  chapters: Pick<Chapter, "id" | "title" | "description" | "time_seconds">[];
}

/** A published video with its chapters in time's order. Values: reference (2), now. */
export const findVideo = statement(
  "videos.find",
  {
    ...cardColumns,
    description: text,
    chapters: json<Pick<Chapter, "id" | "title" | "description" | "time_seconds">[]>(),
  },
  `with target as (${FIND_REFERENCE})
   select ${CARD_COLUMNS}, v.description,
          coalesce((select json_agg(json_build_object('id', c.id, 'title', c.title, 'description', c.description,
                                                      'time_seconds', c.time_seconds)
                                    order by c.time_seconds, c.id)
                      from chapters c where c.video_id = v.id), '[]'::json) as chapters
     from target join videos v on v.id = target.id`,
);

/** Newest published videos. Values: now, how many. */
export const listNewest = statement(
  "videos.newest",
  {
    ...cardColumns,
  },
  `select ${CARD_COLUMNS} from videos v
    where ${isPublished("$1")}
    order by v.published_at desc, v.id desc limit $2`,
);

/**
 * The member's counter, with one more when `watched` brought a video that was not in the history; it is written in any
 * case, so that the version of their lists is another one (accounts/sessions/current-user.ts). $4 is the member.
 */
const COUNT_WATCH = `
     insert into member_counts as m (user_id, watch_history)
     select $4, is_new::int from watched
     on conflict (user_id) do update set watch_history = m.watch_history + excluded.watch_history`;

/**
 * Playback has begun: counts a view, puts the video on top of the member's history and, when it is new there, lets
 * the recommendations be computed again. Values: reference (2), now, user id.
 */
export const countView = statement(
  "videos.count-view",
  { view_count: int },
  `with target as (${FIND_REFERENCE}),
   counted as (
     update videos v set view_count = v.view_count + 1 from target where v.id = target.id
     returning v.id, v.view_count),
   watched as (
     insert into watch_history as h (user_id, video_id, watched_at)
     select $4, counted.id, $3 from counted
     on conflict (user_id, video_id) do update set watched_at = greatest(h.watched_at, excluded.watched_at)
     returning (xmax = 0) as is_new),
   counted_watch as (${COUNT_WATCH}),
   outdated as (
     delete from recommendations r where r.user_id = $4 and exists (select from watched where is_new)),
   today as (
     insert into daily_views as d (day, video_id, views)
     select ($3::timestamptz at time zone 'UTC')::date, counted.id, 1 from counted
     on conflict (day, video_id) do update set views = d.views + 1)
   select view_count from counted`,
);

/** Remembers where the member is. Values: reference (2), now, user id, position, duration (whole seconds). */
export const savePosition = statement(
  "videos.save-position",
  { view_count: int },
  `with target as (${FIND_REFERENCE}),
   watched as (
     insert into watch_history as h (user_id, video_id, watched_at, position, duration)
     select $4, target.id, $3, $5, $6 from target
     on conflict (user_id, video_id) do update
        set watched_at = greatest(h.watched_at, excluded.watched_at),
            position = excluded.position, duration = excluded.duration
     returning (xmax = 0) as is_new),
   counted_watch as (${COUNT_WATCH}),
   outdated as (
     delete from recommendations r where r.user_id = $4 and exists (select from watched where is_new))
   select v.view_count from target join videos v on v.id = target.id`,
);
