import { int, statement } from "../../db/statement.ts";
import { countListChanges } from "../watching/list-changes.ts";

/**
 * Deletes videos for good. Their entries in members' lists are deleted here and not by the database's cascade, so that they
 * are counted. Values: video ids.
 */
export const purgeVideos = statement("videos.purge", { id: int })`
  with doomed as materialized (
    select id from videos where id = any ($1::int[]) order by id for update),
  unfavored as (delete from favorites using doomed where video_id = doomed.id returning user_id),
  unsaved as (delete from watch_later using doomed where video_id = doomed.id returning user_id),
  unwatched as (delete from watch_history using doomed where video_id = doomed.id returning user_id),
  counted as (${countListChanges(`
    select user_id, -sum(favorites) as favorites, -sum(watch_later) as watch_later, -sum(watched) as watch_history
      from (select user_id, 1 as favorites, 0 as watch_later, 0 as watched from unfavored
            union all select user_id, 0, 1, 0 from unsaved
            union all select user_id, 0, 0, 1 from unwatched) as entries
     group by user_id`)})
  delete from videos using doomed where videos.id = doomed.id returning videos.id`;
