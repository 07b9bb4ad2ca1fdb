import type { Chapter, VideoHost } from "@manabiya/contract/catalogue/videos.ts";
import { bool, instant, int, ints, json, nullable, type RowOf, text, textOf } from "../../db/columns.ts";
import { command, statement } from "../../db/statement.ts";
import { reachesEnd } from "../watching/finished.ts";
import { recordFinished } from "../watching/record-finished.ts";
import { countLearned } from "../watching/learned.ts";
import { countListChanges } from "../watching/list-changes.ts";
import { HAS_CAPTIONS } from "../captions/queries.ts";
import { FIND_REFERENCE } from "./reference.ts";
import { CARD_COLUMNS, cardColumns, isPublished } from "./rows.ts";

export const detailColumns = {
  ...cardColumns,
  host_hash: nullable(text),
  description: text,
  chapters: json<Pick<Chapter, "id" | "title" | "description" | "time_seconds">[]>(),
  has_captions: bool,
  takes_questions: bool,
  question_seconds: ints,
};
export type DetailRow = RowOf<typeof detailColumns>;

/** For `select` lists over `videos v`, with the chapters by time. */
export const DETAIL_COLUMNS = `${CARD_COLUMNS}, v.host_hash, v.description,
  coalesce((select json_agg(json_build_object('id', c.id, 'title', c.title, 'description', c.description,
                                              'time_seconds', c.time_seconds)
                            order by c.time_seconds, c.id)
              from chapters c where c.video_id = v.id), '[]'::json) as chapters,
  ${HAS_CAPTIONS} as has_captions, v.takes_questions,
  array(select q.second from questions q where q.video_id = v.id and q.is_public and q.state = 'shown' and q.answer is not null
         order by q.second) as question_seconds`;

/** A published video with its chapters by time. Values: reference (2), now. */
export const findVideo = statement("videos.find", detailColumns)`
  with target as (${FIND_REFERENCE})
  select ${DETAIL_COLUMNS}
    from target join videos v on v.id = target.id`;

/** A published video's own number. Values: reference (2), now. */
export const findVideoId = statement("videos.find-id", { id: int })`${FIND_REFERENCE}`;

/** Values: now, limit. */
export const listNewest = statement("videos.newest", cardColumns)`
  select ${CARD_COLUMNS} from videos v
   where ${isPublished("$1")}
   order by v.published_at desc, v.id desc limit $2`;

/** Counts a video that is new in the history of the member $4; the version is raised in any case. */
const COUNT_WATCH = countListChanges(
  "select $4::int as user_id, 0 as favorites, 0 as watch_later, is_new::int as watch_history from watched",
);

/**
 * Counts a view when playback begins and moves the video to the top of the member's history. A video that is new there
 * deletes the recommendations, so that they are computed again. Values: reference (2), now, user id.
 */
export const countView = statement("videos.count-view", { view_count: int, host: textOf<VideoHost>() })`
  with target as (${FIND_REFERENCE}),
  counted as (
    update videos v set view_count = v.view_count + 1 from target where v.id = target.id
    returning v.id, v.view_count, v.host),
  watched as (
    insert into watch_history as h (user_id, video_id, watched_at)
    select $4, counted.id, $3 from counted
    on conflict (user_id, video_id) do update set watched_at = greatest(h.watched_at, excluded.watched_at)
    returning (xmax = 0) as is_new),
  counted_watch as (${COUNT_WATCH}),
  stale as (
    delete from recommendations r where r.user_id = $4 and exists (select from watched where is_new)),
  today as (
    insert into daily_views as d (day, video_id, views)
    select ($3::timestamptz at time zone 'Asia/Tokyo')::date, counted.id, 1 from counted
    on conflict (day, video_id) do update set views = d.views + 1)
  select view_count, host from counted`;

const savedColumns = {
  id: int,
  view_count: int,
  host: textOf<VideoHost>(),
  position: nullable(int),
  watched_at: nullable(instant),
};

/** @param ending a common table expression with its comma, or nothing */
const savingPosition = (ending: string) => `
   with target as (${FIND_REFERENCE}),
   before as (
     select h.position, h.duration, h.watched_at from watch_history h
      where h.user_id = $4 and h.video_id = (select id from target)),
   watched as (
     insert into watch_history as h (user_id, video_id, watched_at, position, duration, finished_at)
     select $4, target.id, $3, $5, $6, case when ${reachesEnd("$5::int", "$6::int")} then $3::timestamptz end from target
     on conflict (user_id, video_id) do update
        set watched_at = greatest(h.watched_at, excluded.watched_at),
            position = excluded.position, duration = excluded.duration,
            finished_at = coalesce(h.finished_at, case when ${reachesEnd("h.position", "h.duration")} then h.watched_at end,
                                   excluded.finished_at)
     returning (xmax = 0) as is_new),
   counted_watch as (${COUNT_WATCH}),
   learned as (${countLearned({ user: "$4", now: "$3", position: "$5" })}),
   ${ending}
   stale as (
     delete from recommendations r where r.user_id = $4 and exists (select from watched where is_new))
   select v.id, v.view_count, v.host, before.position, before.watched_at
     from target join videos v on v.id = target.id left join before on true`;

/**
 * Saves the member's position and returns the one before. The first one near the end finishes the video for good. The time
 * since the report before counts for the member's day (decisions/062).
 * Values: reference (2), now, user id, position, duration (whole seconds).
 */
export const savePosition = statement("videos.save-position", savedColumns)`${savingPosition("")}`;

/**
 * The same for a position near the end. A member who comes there from before ends their mark that the lesson is not
 * finished (decisions/056). The other positions, which are most, do not pay for it.
 */
export const savePositionNearEnd = statement("videos.save-position-near-end", savedColumns)`
  ${savingPosition(`watched_again as (
    delete from lesson_marks m using target
     where m.user_id = $4 and m.video_id = target.id and not m.is_finished
       and not exists (select from before where ${reachesEnd("position", "duration")})),
   told as (${recordFinished({ user: "$4", now: "$3" })}),`)}`;

/** Values: session id, the instant until which URLs of its videos stay valid. */
export const prolongAddresses = command("videos.prolong-addresses")`
  update sessions set plays_until = $2 where id = $1 and revoked_at is null`;
