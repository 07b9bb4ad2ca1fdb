import type { CurrentUser } from "../accounts/sessions/current-user.ts";
import { bool, type Database, int, nullable, statement } from "../db/statement.ts";
import { notFound } from "../errors/app-error.ts";
import { FIND_REFERENCE, referenceValues } from "../catalogue/videos/reference.ts";
import { awaitListChanges, countListChanges } from "../catalogue/watching/list-changes.ts";

interface Call {
  /** The video's `:id` of the API. */
  id: string;
  currentUser: CurrentUser;
  /** Undefined toggles. */
  desired: boolean | undefined;
  now: number;
}

interface Saved {
  /** The video's own number. */
  id: number;
  saved: boolean;
  /** 1: added, -1: removed, 0: as it was. */
  change: number;
}

/** @returns a function that resolves to the new state and throws 404 for an unknown video */
function savedVideoStatement(table: "favorites" | "watch_later") {
  const change = "(select count(*) from added) - (select count(*) from removed)";
  const run = statement(`${table}.set`, { id: nullable(int), saved: bool, change: int })`
    with target as (${FIND_REFERENCE}),
    removed as (
      delete from ${table} k using target
       where k.user_id = $4 and k.video_id = target.id and $5::boolean is not true
       returning k.video_id),
    added as (
      insert into ${table} (user_id, video_id, created_at)
      select $4, target.id, $3 from target
       where $5::boolean is true or ($5::boolean is null and not exists (select from removed))
      on conflict do nothing
      returning video_id),
    counted as (${countListChanges(`
      select $4::int as user_id, ${table === "favorites" ? change : 0} as favorites,
             ${table === "watch_later" ? change : 0} as watch_later, 0 as watch_history
       where ${change} <> 0`)})
    select (select id from target) as id, coalesce($5::boolean, not exists (select from removed)) as saved,
           ${change} as change`;
  return async (db: Database, { id, currentUser, desired, now }: Call): Promise<Saved> => {
    const values = [
      ...referenceValues(id, currentUser, now),
      new Date(now).toISOString(),
      currentUser.id,
      desired ?? null,
    ];
    let [row] = await run(db, values);
    if (desired === false && row?.id !== null && row?.change === 0) {
      // An addition of the member whose answer was lost may still be under way, where this statement does not see it.
      await awaitListChanges(db, [currentUser.id]);
      [row] = await run(db, values);
    }
    if (!row || row.id === null) throw notFound("動画");
    return { ...row, id: row.id };
  };
}

export const setFavorite = savedVideoStatement("favorites");
export const setWatchLater = savedVideoStatement("watch_later");

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
