import { int } from "../../db/columns.ts";
import { statement } from "../../db/statement.ts";
import { savedList } from "../saved-list.ts";

/** A page of what the member watched, by when it was last watched. */
export const listHistory = savedList("watch_history");

/**
 * Forgets what the member watched and, with it, what was recommended for it. Rows are locked in one order, so that
 * two deletions at once wait for each other instead of crossing. Values: user id, video ids or null for all.
 */
export const removeHistory = statement(
  "history.remove",
  { deleted_count: int },
  `with chosen as materialized (
     select video_id from watch_history
      where user_id = $1 and ($2::int[] is null or video_id = any ($2::int[]))
      order by video_id for update),
   removed as (
     delete from watch_history h using chosen
      where h.user_id = $1 and h.video_id = chosen.video_id
      returning h.video_id),
   counted as (
     update member_counts set watch_history = watch_history - (select count(*) from removed)
      where user_id = $1 and exists (select from removed)),
   outdated as (
     delete from recommendations where user_id = $1 and exists (select from removed))
   select count(*) as deleted_count from removed`,
);
