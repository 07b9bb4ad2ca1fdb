import { HOME_COUNT } from "@manabiya/contract/catalogue/home.ts";
import type { CatalogCache } from "../cache/catalog-cache.ts";
import { batched } from "../../db/batch.ts";
import type { Database } from "../../db/open.ts";
import { int, ints, nullable } from "../../db/columns.ts";
import { statement } from "../../db/statement.ts";

/** The member's part of the home screen. */
export interface MemberHome {
  /** Ids of the videos watched last. */
  watched: number[];
  /** Ids and the version of the catalogue that they were computed from; null: not computed yet. */
  recommended: number[] | null;
  version: number | null;
}

/** Subqueries hide the arrays' lengths from the planner, so one plan serves all. Values: user ids, hidden video ids. */
const listHomes = statement(
  "home.list",
  { user_id: int, watched: ints, recommended: nullable(ints), version: nullable(int) },
  `select u.id as user_id,
          array(select video_id from watch_history h
                 where h.user_id = u.id and h.video_id <> all ((select $2::int[])::int[])
                 order by h.watched_at desc, h.video_id desc limit ${HOME_COUNT}) as watched,
          r.video_ids as recommended, r.version
     from unnest((select $1::int[])) as u (id) left join recommendations r on r.user_id = u.id`,
);

/** Concurrent calls share one statement. */
export function homeReader(db: Database): (call: { userId: number; cache: CatalogCache }) => Promise<MemberHome> {
  return batched(async (calls) => {
    const userIds = [...new Set(calls.map(({ userId }) => userId))];
    const rows = await listHomes(db, [userIds, calls.at(-1)?.cache.hidden]);
    const homes = new Map(rows.map((row) => [row.user_id, row]));
    return calls.map(({ userId }) => homes.get(userId) ?? { watched: [], recommended: null, version: null });
  });
}
