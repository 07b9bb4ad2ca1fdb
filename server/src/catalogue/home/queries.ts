import { HOME_COUNT } from "@manabiya/contract/catalogue/home.ts";
import type { Snapshot } from "../cache/catalog-cache.ts";
import { batched } from "../../db/batch.ts";
import type { Database } from "../../db/open.ts";
import { int, ints, nullable } from "../../db/columns.ts";
import { statement } from "../../db/statement.ts";

/** What a member's home screen shows of their own. */
export interface MemberHome {
  /** Ids of what was watched last. */
  watched: number[];
  /** Ids of what was recommended, and the catalogue's version that it is of; null: nothing is computed. */
  recommended: number[] | null;
  version: number | null;
}

/** Planned once, since the planner does not see how many ask. Values: user ids, hidden videos' ids. */
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

/** Members who ask at the same time are answered by one statement. */
export function homeReader(
  db: Database,
): (asked: { userId: number; snapshot: Snapshot }) => Promise<MemberHome> {
  return batched(async (asked) => {
    const userIds = [...new Set(asked.map(({ userId }) => userId))];
    const rows = await listHomes(db, [userIds, asked.at(-1)?.snapshot.hidden]);
    const homes = new Map(rows.map((row) => [row.user_id, row]));
    return asked.map(({ userId }) => homes.get(userId) ?? { watched: [], recommended: null, version: null });
  });
}
