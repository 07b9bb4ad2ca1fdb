import { int } from "../db/columns.ts";
import { statement } from "../db/statement.ts";
import { countListChanges } from "../catalogue/watching/list-changes.ts";

/**
 * Deletes watched videos and the recommendations that followed from them. Rows are locked in the order of their ids, so
 * that two deletions cannot deadlock. Our own number wins over an equal id at a host. Values: user id, our numbers and ids
 * at the hosts, or twice null for all.
 */
export const removeHistory = statement("history.remove", { deleted_count: int })`
  with chosen as materialized (
    select video_id from watch_history
     where user_id = $1 and ($2::int[] is null or video_id = any ($2::int[]) or video_id in (
       select v.id from videos v
        where v.video_id = any ($3::text[]) and not exists (
          select from videos own
           where own.id = case when v.video_id ~ '^[1-9][0-9]{0,8}$' then v.video_id::int end)))
     order by video_id for update),
  removed as (
    delete from watch_history h using chosen
     where h.user_id = $1 and h.video_id = chosen.video_id
     returning h.video_id),
  counted as (${countListChanges(`
    select $1::int as user_id, 0 as favorites, 0 as watch_later, -count(*) as watch_history
      from removed having count(*) > 0`)}),
  stale as (
    delete from recommendations where user_id = $1 and exists (select from removed))
  select count(*) as deleted_count from removed`;
