import { HOME_COUNT } from "@manabiya/contract/catalogue/home.ts";
import type { CatalogCache } from "../cache/catalog-cache.ts";
import { batched } from "../../db/batch.ts";
import { type Database, int, ints, json, nullable, statement } from "../../db/statement.ts";
import { isFinished, isLessonFinished } from "../watching/finished.ts";
import { listNewest } from "../videos/queries.ts";
import { NEWCOMERS_GOAL, type NextLesson } from "./compose.ts";

/** Seconds; before them playback counts as not begun. */
const STARTED = 5;

/** Subqueries hide the arrays' lengths from the planner, so one plan serves all. Values: user ids, hidden video ids, lessons. */
const listHomes = statement("home.list", {
  user_id: int,
  /** Ids of the videos watched last. */
  watched: ints,
  /** Ids of finished lessons of the newcomers' playlist, as many as the goal at most. */
  finished: ints,
  /** The video in whose middle the member stopped last, else the next lesson of the playlist that they watched last. */
  next: nullable(json<NextLesson>()),
  /** Ids and the version of the catalogue that they were computed from; null: not computed yet. */
  recommended: nullable(ints),
  version: nullable(int),
})`
  select u.id as user_id,
         array(select video_id from watch_history h
                where h.user_id = u.id and h.video_id <> all ((select $2::int[])::int[])
                order by h.watched_at desc, h.video_id desc limit ${HOME_COUNT}) as watched,
         array(select video_id from watch_history h
                where h.user_id = u.id and h.video_id = any ((select $3::int[])::int[]) and ${isFinished("h")}
                  and not exists (select from lesson_marks m where m.user_id = u.id and m.video_id = h.video_id)
               union all
               select video_id from lesson_marks m
                where m.user_id = u.id and m.video_id = any ((select $3::int[])::int[]) and m.is_finished
                limit ${NEWCOMERS_GOAL}) as finished,
         (select json_build_object('video', n.video_id, 'playlist',
                   (select json_build_object('id', p.id, 'title', p.title) from playlists p
                     where p.id = coalesce(n.playlist_id, (select min(e.playlist_id) from playlist_videos e
                                                            where e.video_id = n.video_id))))
            from ((select 1 as rank, h.video_id, null::int as playlist_id
                     from watch_history h left join lesson_marks m on m.user_id = h.user_id and m.video_id = h.video_id
                    where h.user_id = u.id and h.position >= ${STARTED} and not ${isLessonFinished("h", "m")}
                      and h.video_id <> all ((select $2::int[])::int[])
                    order by h.watched_at desc, h.video_id desc limit 1)
                  union all
                  (select 2, e.video_id, e.playlist_id
                     from (select video_id from watch_history where user_id = u.id
                            order by watched_at desc, video_id desc limit 1) as latest
                     join playlist_videos l on l.video_id = latest.video_id
                     join playlist_videos e on e.playlist_id = l.playlist_id
                     left join watch_history h on h.user_id = u.id and h.video_id = e.video_id
                     left join lesson_marks m on m.user_id = u.id and m.video_id = e.video_id
                    where not ${isLessonFinished("h", "m")} and e.video_id <> all ((select $2::int[])::int[])
                    order by (e.place, e.id) < (l.place, l.id), e.playlist_id, e.place, e.id limit 1)
                   order by rank limit 1) as n) as next,
         r.video_ids as recommended, r.version
    from unnest((select $1::int[])) as u (id) left join recommendations r on r.user_id = u.id`;

interface Call {
  userId: number;
  cache: CatalogCache;
  lessons: number[];
}

const EMPTY = { watched: [], finished: [], next: null, recommended: [], version: null };

/** Reads the member's part of the home screen. Concurrent calls share one statement. */
export function homeReader(db: Database) {
  return batched(async (calls: readonly Call[]) => {
    const userIds = [...new Set(calls.map(({ userId }) => userId))];
    const rows = await listHomes(db, [userIds, calls.at(-1)?.cache.hidden, calls.at(-1)?.lessons]);
    const homes = new Map(
      rows.map(({ recommended, ...row }) => [row.user_id, { ...row, recommended: recommended ?? [] }]),
    );
    return calls.map(({ userId }) => homes.get(userId) ?? EMPTY);
  });
}

/** Ids of the newest videos. `at`: ISO 8601. */
export function readNewest(cache: CatalogCache, at: string): Promise<number[]> {
  return cache.memoize("newest", async () => cache.primeCards(await listNewest(cache.reads, [at, HOME_COUNT])));
}
