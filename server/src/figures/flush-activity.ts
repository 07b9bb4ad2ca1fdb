import type { FastifyBaseLogger } from "fastify";
import type { Database } from "../db/open.ts";
import { command } from "../db/statement.ts";
import type { ActivityCounter } from "../events/activity-counter.ts";

/** Milliseconds. A day is closed much later than its last flush. */
const FLUSH_INTERVAL = 15_000;

/** Rows of `pending_searches` per day, so that nobody fills the disk with random keywords. */
const PENDING_MAX = 20_000;

/** A closed day stays as it is: counts that come after its closing belong to the first open day. */
const OPEN_DAY = "greatest($1::date, (select max(day) + 1 from daily_members))";

/** In the order of their ids, so that two processes cannot deadlock. Values: day, JSON rows. */
const addVideos = command("figures.add-videos")`
  insert into daily_video_figures as d (day, video_id, seconds, favorites_added, favorites_removed, watched)
  select ${OPEN_DAY}, v.video_id, (select sum(s) from unnest(v.watched) as s), v.favorites_added, v.favorites_removed,
         v.watched
    from json_to_recordset($2::json) as v (video_id int, watched int[], favorites_added int, favorites_removed int)
   order by v.video_id
  on conflict (day, video_id) do update
     set seconds = d.seconds + excluded.seconds,
         favorites_added = d.favorites_added + excluded.favorites_added,
         favorites_removed = d.favorites_removed + excluded.favorites_removed,
         watched = array(
           select coalesce(a, 0) + coalesce(b, 0)
             from unnest(d.watched, excluded.watched) with ordinality as sums (a, b, part) order by part)`;

/** Values: day, searches, those without result. */
const addSearches = command("figures.add-searches")`
  insert into daily_searches as d (day, searches, without_result) values (${OPEN_DAY}, $2, $3)
  on conflict (day) do update
     set searches = d.searches + excluded.searches, without_result = d.without_result + excluded.without_result`;

/** Values: day, JSON rows. */
const addTerms = command("figures.add-terms")`
  insert into pending_searches as p (day, term, mark, searches, without_result, spelling)
  select ${OPEN_DAY}, t.term, t.mark, t.searches, t.without_result, t.spelling
    from json_to_recordset($2::json) as t (term text, mark smallint, searches int, without_result int, spelling text)
   where (select count(*) from pending_searches where day = ${OPEN_DAY}) < ${PENDING_MAX}
   order by t.term, t.mark
  on conflict (day, term, mark) do update
     set searches = p.searches + excluded.searches, without_result = p.without_result + excluded.without_result,
         spelling = coalesce(p.spelling, excluded.spelling)`;

/** Writes what was counted since the last call. */
export async function flushActivity(db: Database, activity: ActivityCounter): Promise<void> {
  for (const [day, { videos, searches, terms }] of activity.take()) {
    await db.transaction(async (tx) => {
      if (videos.size > 0) {
        const rows = [...videos].map(([video_id, { watched, ...counts }]) => ({ video_id, watched, ...counts }));
        await addVideos(tx, [day, JSON.stringify(rows)]);
      }
      if (searches.searches > 0) await addSearches(tx, [day, searches.searches, searches.without_result]);
      if (terms.size > 0) {
        const rows = [...terms].map(([key, counts]) => {
          const [term, mark] = JSON.parse(key) as [string, number];
          return { term, mark, ...counts };
        });
        await addTerms(tx, [day, JSON.stringify(rows)]);
      }
    });
  }
}

/** @param write writes what was counted in memory @returns a function that ends the flushing with a last flush */
export function startFlushing(
  write: () => Promise<void>,
  logger: Pick<FastifyBaseLogger, "warn">,
): () => Promise<void> {
  let running = Promise.resolve();
  const flush = () =>
    (running = running
      .then(write)
      // Counts that could not be written are lost, and the service goes on.
      .catch((err: unknown) => logger.warn({ err }, "figures could not be written")));
  const timer = setInterval(() => void flush(), FLUSH_INTERVAL);
  return async () => {
    clearInterval(timer);
    await flush();
  };
}
