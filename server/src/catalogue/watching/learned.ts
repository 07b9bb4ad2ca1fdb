import { GAP_MAX } from "../../events/watched-parts.ts";

/** SQL: milliseconds from one instant to a later one; negative if the clocks of two processes disagree. */
const between = (from: string, to: string) => `(date_part('epoch', ${to} - ${from}) * 1000)::bigint`;

/** SQL: the day in Japan. */
export const dayOf = (instant: string) => `(${instant} at time zone 'Asia/Tokyo')::date`;

/**
 * The part of the statement that saves a position: adds the watched time to the member's day. Its `before` is the row of
 * watch_history as it was before the report. Time counts once and never faster than the clock: replays, jumps back, two
 * tabs and fast playback add nothing more. The conflict branch sees what the day has counted, also by a report at the same
 * time. Only in the first minute of a day the day before may have counted the same time.
 * @param sql names of parameters
 */
export const countLearned = (sql: { user: string; now: string; position: string }) => {
  const now = `${sql.now}::timestamptz`;
  const countedYesterday = `
    case when date_trunc('day', ${now}, 'Asia/Tokyo') > ${now} - interval '${GAP_MAX} seconds'
         then (select d.counted_at from learned_days d
                where d.user_id = ${sql.user} and d.day = ${dayOf(now)} - 1) end`;
  return `
  insert into learned_days as l (user_id, day, milliseconds, counted_at)
  select ${sql.user}, ${dayOf(now)}, played.milliseconds, ${sql.now}
    from (select least((${sql.position} - coalesce(position, 0)) * 1000::bigint,
                       ${between(`greatest(watched_at, ${countedYesterday})`, now)}) as milliseconds
            from before
           where ${sql.position} - coalesce(position, 0) between 1 and ${GAP_MAX} offset 0) as played
   where played.milliseconds > 0
  on conflict (user_id, day) do update
     set milliseconds = l.milliseconds
                        + least(excluded.milliseconds, greatest(0, ${between("l.counted_at", "excluded.counted_at")})),
         counted_at = greatest(l.counted_at, excluded.counted_at)`;
};
