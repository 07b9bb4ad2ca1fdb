import { HOME_COUNT } from "@manabiya/contract/catalogue/home.ts";
import type { CatalogCache } from "../cache/catalog-cache.ts";
import { batched } from "../../db/batch.ts";
import type { Database } from "../../db/open.ts";
import { int, ints, nullable } from "../../db/columns.ts";
import { statement } from "../../db/statement.ts";
import { isFinished } from "../watching/finished.ts";
import { listNewest } from "../videos/queries.ts";
import { NEWCOMERS_GOAL } from "./compose.ts";

/** The member's part of the home screen. */
interface MemberHome {
  /** Ids of the videos watched last. */
  watched: number[];
  /** Ids of finished lessons of the newcomers' playlist, as many as the goal at most. */
  finished: number[];
  /** Ids and the version of the catalogue that they were computed from; null: not computed yet. */
  recommended: number[];
  version: number | null;
}

/** Subqueries hide the arrays' lengths from the planner, so one plan serves all. Values: user ids, hidden video ids, lessons. */
const listHomes = statement(
  "home.list",
  { user_id: int, watched: ints, finished: ints, recommended: nullable(ints), version: nullable(int) },
  `select u.id as user_id,
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
          r.video_ids as recommended, r.version
     from unnest((select $1::int[])) as u (id) left join recommendations r on r.user_id = u.id`,
);

/** Concurrent calls share one statement. */
export function homeReader(
  db: Database,
): (call: { userId: number; cache: CatalogCache; lessons: number[] }) => Promise<MemberHome> {
  return batched(async (calls) => {
    const userIds = [...new Set(calls.map(({ userId }) => userId))];
    const rows = await listHomes(db, [userIds, calls.at(-1)?.cache.hidden, calls.at(-1)?.lessons]);
    const homes = new Map(
      rows.map(({ recommended, ...row }) => [row.user_id, { ...row, recommended: recommended ?? [] }]),
    );
    return calls.map(
      ({ userId }) => homes.get(userId) ?? { watched: [], finished: [], recommended: [], version: null },
    );
  });
}

/** Ids of the newest videos. `at`: ISO 8601. */
export function readNewest(cache: CatalogCache, at: string): Promise<number[]> {
  return cache.memoize("newest", async () => cache.primeCards(await listNewest(cache.reads, [at, HOME_COUNT])));
}
