import type { ReadFlags } from "../catalogue/cache/catalog-list.ts";
import { VIEWS_TTL } from "../catalogue/cache/catalog-cache.ts";
import { batched } from "../db/batch.ts";
import { type Database, int, ints, nullable, type RowOf, statement } from "../db/statement.ts";
import { type MemberEntry, NO_FLAGS } from "../catalogue/videos/card.ts";

/** The lists of a member; `member_counts` names its columns after them. */
export type SavedTable = "favorites" | "watch_later" | "watch_history";

/** Ids of videos on a member's lists; `positions` is parallel to `watched`, and `views` to `viewed`. */
export const entryColumns = {
  favorites: ints,
  watch_later: ints,
  watched: nullable(ints),
  positions: nullable(ints),
  viewed: nullable(ints),
  views: nullable(ints),
};
export type MemberEntries = RowOf<typeof entryColumns>;

/**
 * The entries of `call` in a table. The planner knows only the average length of lists, and might scan all of a long one:
 * the limit has it look up each id.
 */
const entries = (table: string, columns: string, condition = "true") => `
  select found.* from unnest(call.ids) as v (id), lateral (
    select ${columns} from ${table} k
     where k.user_id = call.user_id and k.video_id = v.id and ${condition} limit 1) as found`;

/** A member watches few videos in this time. */
const MAX_VIEWED = 8;

/** The instant from which a view counts as recent, ISO 8601: cards from before a later view may still be cached. */
export const recentSince = (now: number) => new Date(now - 2 * VIEWS_TTL).toISOString();

/**
 * The entries of each row of `call`, which has a `user_id` and the `ids` of videos: `columns` for `select`, and `joins` to
 * join `call` with. The list `known` is left out.
 * @param since the parameter with `recentSince`, such as "$3"
 */
export function memberEntries(since: string, known?: SavedTable): { columns: string; joins: string } {
  const columns: Record<SavedTable, string> = {
    favorites: `array(${entries("favorites", "video_id")}) as favorites`,
    watch_later: `array(${entries("watch_later", "video_id")}) as watch_later`,
    watch_history: "seen.watched, seen.positions",
  };
  if (known) delete columns[known];
  const seen = `
  lateral (select array_agg(video_id) as watched, array_agg(position) as positions
             from (${entries("watch_history", "video_id, position", "position is not null")}) as e) as seen`;
  const recent = `
  lateral (select array_agg(v.id) as viewed, array_agg(v.view_count) as views
             from (select video_id from watch_history
                    where user_id = call.user_id and watched_at > (select ${since}::timestamptz)
                    order by watched_at desc, video_id desc limit ${MAX_VIEWED}) as h
             join videos v on v.id = h.video_id) as recent`;
  const joins = known === "watch_history" ? [recent] : [seen, recent];
  return { columns: [...Object.values(columns), "recent.viewed, recent.views"].join(), joins: joins.join() };
}

const { columns, joins } = memberEntries("$3");

/**
 * Subqueries hide the arrays' lengths from the planner, so one plan serves all. `index` counts calls from one. Values: user
 * ids and, for each, an array of video ids as text; `recentSince`.
 */
const findEntries = statement("videos.member-entries", { index: int, ...entryColumns })`
  select call.index, ${columns}
    from (select index, user_id, list::int[] as ids
            from unnest((select $1::int[]), (select $2::text[])) with ordinality as a (user_id, list, index)
          offset 0) as call, ${joins}`;

/** Concurrent calls share one statement. */
export function flagsReader(db: Database, now: () => number): ReadFlags {
  return batched(async (calls) => {
    const lists = calls.map(({ ids }) => `{${ids.join()}}`);
    const flags = calls.map(() => new Map<number, MemberEntry>());
    for (const row of await findEntries(db, [calls.map(({ userId }) => userId), lists, recentSince(now())])) {
      flags[row.index - 1] = flagsOf(row);
    }
    return flags;
  });
}

/** By video; videos without any flag are missing. */
export function flagsOf(entries: MemberEntries): Map<number, MemberEntry> {
  const { favorites, watch_later, watched, positions, viewed, views } = entries;
  const flags = new Map<number, MemberEntry>();
  const of = (id: number) => {
    const found: MemberEntry = flags.get(id) ?? { ...NO_FLAGS };
    flags.set(id, found);
    return found;
  };
  for (const id of favorites) of(id).is_favorite = true;
  for (const id of watch_later) of(id).watch_later = true;
  for (const [index, id] of (watched ?? []).entries()) of(id).position = positions?.[index] ?? null;
  for (const [index, id] of (viewed ?? []).entries()) of(id).views = views?.[index] ?? 0;
  return flags;
}
