import { type TodayReason, LearnedDays } from "@manabiya/contract/lists/today.ts";
import { NEWCOMERS_PLAYLIST } from "../../catalogue/home/curation.ts";
import { isPublished } from "../../catalogue/videos/rows.ts";
import { bool, int, json, nullable, statement, text, textOf } from "../../db/statement.ts";
import { isFinished } from "../../catalogue/watching/finished.ts";
import { dayOf } from "../../catalogue/watching/learned.ts";
import { columnsOf } from "../../db/columns-of.ts";

/** Entries that are read of each list, the latest first. */
const LIST_MAX = 12;
/** Begun playlists, and the watched videos that tell which ones are begun. */
const PLAYLISTS_MAX = 5;
/** Lessons of a begun playlist, in its order. One alone may be much shorter than the member's time. */
const LESSONS_MAX = 6;
const WATCHED_MAX = 20;
/** Seconds; before them playback counts as not begun. */
const STARTED = 5;
/** Days that are listed one by one. */
const DAYS_MAX = 366;

/** SQL: whether the member has not finished the video. Their mark wins over what they watched (decisions/056). */
const isOpen = (video: string) => `
  not coalesce((select mark.is_finished from lesson_marks mark where mark.user_id = $1 and mark.video_id = ${video}),
               exists (select from watch_history seen
                        where seen.user_id = $1 and seen.video_id = ${video} and ${isFinished("seen")}))`;

/** SQL: videos of a saved list that the member has not finished. */
const saved = (table: "watch_later" | "favorites", rank: number) => `
  (select '${table}' as reason, ${rank} as rank, row_number() over (order by s.created_at desc, s.video_id desc) as place,
          s.video_id, null::text as playlist
     from ${table} s
    where s.user_id = $1 and ${isOpen("s.video_id")}
    order by s.created_at desc, s.video_id desc limit ${LIST_MAX})`;

/**
 * The videos for a plan, the most urgent first, each once: begun ones, saved ones, and the next lessons of begun
 * playlists. If there are none: the lessons for newcomers if the member has no history, and new videos. Values: user, now.
 */
export const listCandidates = statement("today.candidates", {
  id: int,
  reason: textOf<TodayReason>(),
  playlist: nullable(text),
  title: text,
  host_id: text,
  thumbnail: nullable(text),
  duration: nullable(int),
  position: int,
  chapters: json<{ title: string; time_seconds: number }[]>(),
  has_history: bool,
})`
  with begun as materialized (
    select h.video_id, h.watched_at from watch_history h
     where h.user_id = $1 order by h.watched_at desc, h.video_id desc limit ${WATCHED_MAX}),
  next_lesson as (
    select 'playlist' as reason, 4 as rank,
           row_number() over (order by p.watched_at desc, p.id, lesson.place, lesson.id) as place,
           lesson.video_id, p.title as playlist
      from (select distinct on (p.id) p.id, p.title, e.place, b.watched_at
              from begun b join playlist_videos e on e.video_id = b.video_id join playlists p on p.id = e.playlist_id
             order by p.id, b.watched_at desc) as p,
           lateral (
             select e.id, e.place, e.video_id from playlist_videos e join videos v on v.id = e.video_id
              where e.playlist_id = p.id and e.place > p.place and ${isPublished("$2")}
                and not exists (select from watch_history h where h.user_id = $1 and h.video_id = e.video_id)
                and ${isOpen("e.video_id")}
              order by e.place, e.id limit ${LESSONS_MAX}) as lesson
     order by place limit ${PLAYLISTS_MAX * LESSONS_MAX}),
  wanted as materialized (
    (select 'resume' as reason, 1 as rank, row_number() over (order by h.watched_at desc, h.video_id desc) as place,
            h.video_id, null::text as playlist
       from watch_history h
      where h.user_id = $1 and h.position >= ${STARTED} and not ${isFinished("h")}
        and ${isOpen("h.video_id")}
      order by h.watched_at desc, h.video_id desc limit ${LIST_MAX})
    union all ${saved("watch_later", 2)}
    union all ${saved("favorites", 3)}
    union all select * from next_lesson),
  found as materialized (
    select wanted.* from wanted join videos v on v.id = wanted.video_id where ${isPublished("$2")}),
  fresh as (
    (select 'newcomer' as reason, 5 as rank, row_number() over (order by e.place, e.id) as place, e.video_id,
            null::text as playlist
       from playlist_videos e
      where e.playlist_id = (${NEWCOMERS_PLAYLIST}) and not exists (select from begun)
        and ${isOpen("e.video_id")}
      order by e.place, e.id limit ${LIST_MAX})
    union all
    (select 'new', 6, row_number() over (order by v.published_at desc, v.id desc), v.id, null from videos v
      where ${isPublished("$2")}
        and not exists (select from watch_history h where h.user_id = $1 and h.video_id = v.id)
        and ${isOpen("v.id")}
      order by v.published_at desc, v.id desc limit ${LIST_MAX})),
  candidate as (
    select distinct on (video_id) *
      from (select * from found union all select * from fresh where not exists (select from found)) as every
     order by video_id, rank)
  select v.id, c.reason, c.playlist, v.title, v.video_id as host_id, v.thumbnail, v.duration,
         coalesce((select case when ${isFinished("h")} then 0 else h.position end from watch_history h
                    where h.user_id = $1 and h.video_id = v.id), 0) as position,
         coalesce((select json_agg(json_build_object('title', t.title, 'time_seconds', t.time_seconds)
                           order by t.time_seconds, t.id)
                     from chapters t where t.video_id = v.id), '[]'::json) as chapters,
         exists (select from begun) as has_history
    from candidate c join videos v on v.id = c.video_id
   where ${isPublished("$2")}
   order by c.rank, c.place`;

/** Whether the member has watched anything. Values: user. */
export const hasHistory = statement("today.has-history", { has_history: bool })`
  select exists (select from watch_history where user_id = $1) as has_history`;

/** The days with watched time, the latest first, beside what the member wrote. Values: user, now. */
export const listDays = statement("today.days", columnsOf(LearnedDays))`
  select ${dayOf("$2::timestamptz")}::text as today,
         coalesce((select json_agg(json_build_object('day', day::text, 'seconds', milliseconds / 1000) order by day desc)
                     from (select * from learned_days where user_id = $1 order by day desc limit ${DAYS_MAX}) as latest),
                  '[]'::json) as days,
         (select coalesce(sum(milliseconds), 0)::bigint / 1000 from learned_days where user_id = $1) as total_seconds,
         (select count(*) from notes where user_id = $1 and kind = 'note') as notes,
         (select count(*) from notes where user_id = $1 and kind = 'practice') as practices`;
