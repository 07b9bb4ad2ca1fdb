import { int } from "../../db/columns.ts";
import { statement } from "../../db/statement.ts";

/**
 * Deletes videos for good, with everything that hangs on them, and takes them out of the counters of all members who
 * kept them: the database would delete their entries, but not count. Values: video ids.
 */
export const purgeVideos = statement(
  "videos.purge",
  { id: int },
  `with doomed as materialized (
     select id from videos where id = any ($1::int[]) order by id for update),
   unfavored as (delete from favorites using doomed where video_id = doomed.id returning user_id),
   unkept as (delete from watch_later using doomed where video_id = doomed.id returning user_id),
   unwatched as (delete from watch_history using doomed where video_id = doomed.id returning user_id),
   removed as materialized (
     select user_id, sum(favorites) as favorites, sum(watch_later) as watch_later, sum(watched) as watched
       from (select user_id, 1 as favorites, 0 as watch_later, 0 as watched from unfavored
             union all select user_id, 0, 1, 0 from unkept
             union all select user_id, 0, 0, 1 from unwatched) as entries
      group by user_id),
   locked as materialized (
     select user_id from member_counts where user_id in (select user_id from removed) order by user_id for update),
   counted as (
     update member_counts m
        set favorites = m.favorites - removed.favorites,
            watch_later = m.watch_later - removed.watch_later,
            watch_history = m.watch_history - removed.watched
       from removed join locked using (user_id)
      where m.user_id = removed.user_id)
   delete from videos using doomed where videos.id = doomed.id returning videos.id`,
);
