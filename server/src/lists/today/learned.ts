import { GAP_MAX } from "../../figures/watched-parts.ts";

/** SQL: milliseconds from one instant to a later one; negative if the clocks of two processes disagree. */
const between = (from: string, to: string) => `(extract(epoch from ${to} - ${from}) * 1000)::bigint`;

/** SQL: the day in Japan. */
export const dayOf = (instant: string) => `(${instant} at time zone 'Asia/Tokyo')::date`;

/**
 * The part of the statement that saves a position: adds the watched time to the member's day. It reads the row of
 * watch_history as it was before the report. Time counts once and never faster than the clock: replays, jumps back, two
 * tabs and fast playback add nothing more. The conflict branch repeats the check, because two reports may run at once.
 * @param sql names of parameters, or expressions
 */
export const countLearned = (sql: { user: string; video: string; now: string; position: string }) => {
  const now = `${sql.now}::timestamptz`;
  return `
  insert into learned_days as l (user_id, day, milliseconds, counted_at)
  select ${sql.user}, ${dayOf(now)}, played.milliseconds, ${sql.now}
    from (select least((${sql.position} - coalesce(h.position, 0)) * 1000::bigint,
                       ${between(
                         `greatest(h.watched_at, (select d.counted_at from learned_days d where d.user_id = ${sql.user}
                                                   order by d.day desc limit 1))`,
                         now,
                       )}) as milliseconds
            from watch_history h
           where h.user_id = ${sql.user} and h.video_id = ${sql.video}
             and ${sql.position} - coalesce(h.position, 0) between 1 and ${GAP_MAX}) as played
   where played.milliseconds > 0
  on conflict (user_id, day) do update
     set milliseconds = l.milliseconds
                        + least(excluded.milliseconds, greatest(0, ${between("l.counted_at", "excluded.counted_at")})),
         counted_at = greatest(l.counted_at, excluded.counted_at)`;
};
