import { batched } from "../db/batch.ts";
import type { Database } from "../db/open.ts";
import { int, ints, nullable } from "../db/columns.ts";
import { statement } from "../db/statement.ts";
import { type MemberFlags, NO_FLAGS } from "../catalogue/videos/rows.ts";

/** What a member has to do with some videos; those with which they have nothing to do are missing. */
export type ReadFlags = (asked: { userId: number; ids: number[] }) => Promise<Map<number, MemberFlags>>;

/** The lists of a member; `member_counts` names its columns after them. */
export type SavedTable = "favorites" | "watch_later" | "watch_history";

/** Entries of one of the askers, as ids of videos; `positions` place by place with `watched`. */
export interface OwnEntries {
  favorites: number[];
  watch_later: number[];
  watched: number[] | null;
  positions: number[] | null;
}

/** A member's list of at most so many entries may be walked as a whole. */
const SHORT = 500;

const LENGTH = `
  lateral (select coalesce(max(favorites), 0) as favorites, coalesce(max(watch_later), 0) as watch_later,
                  coalesce(max(watch_history), 0) as watch_history
             from member_counts where user_id = asked.user_id) as length`;

/**
 * The entries of `asked` in a table. An array of ids asks an index once for all of them, in a third of the time that a
 * look-up for each takes. But the planner, which knows only how long lists are on average, may walk the member's whole
 * list for it, so in a long one each video is looked up.
 */
const entries = (table: string, columns: string, condition = "true") => `
  select ${columns} from ${table} k
   where length.${table} <= ${SHORT} and k.user_id = asked.user_id and k.video_id = any (asked.ids) and ${condition}
   union all
  select found.* from unnest(asked.ids) as v (id), lateral (
    select ${columns} from ${table} k
     where k.user_id = asked.user_id and k.video_id = v.id and ${condition} limit 1) as found
   where length.${table} > ${SHORT}`;

/**
 * Reads what each of `asked`, which has askers' `user_id` and the `ids` that each asks about, has to do with them:
 * `columns` for `select`, and `joins` to join `asked` with. What they have in `known` is left out.
 */
export function ownEntries(known?: SavedTable): { columns: string; joins: string } {
  const columns: Record<SavedTable, string> = {
    favorites: `array(${entries("favorites", "video_id")}) as favorites`,
    watch_later: `array(${entries("watch_later", "video_id")}) as watch_later`,
    watch_history: "seen.watched, seen.positions",
  };
  if (known) delete columns[known];
  const seen = `
  lateral (select array_agg(video_id) as watched, array_agg(position) as positions
             from (${entries("watch_history", "video_id, position", "position is not null")}) as e) as seen`;
  return {
    columns: Object.values(columns).join(),
    joins: known === "watch_history" ? LENGTH : `${LENGTH}, ${seen}`,
  };
}

const { columns, joins } = ownEntries();

/**
 * Planned once, since the planner does not see how many ask; `place` counts askers from one. Values: user ids and, place
 * by place, the ids that each asks about, as PostgreSQL writes an array.
 */
const findEntries = statement(
  "videos.own-entries",
  { place: int, favorites: ints, watch_later: ints, watched: nullable(ints), positions: nullable(ints) },
  `select asked.place, ${columns}
     from (select place, user_id, list::int[] as ids
             from unnest((select $1::int[]), (select $2::text[])) with ordinality as a (user_id, list, place)
           offset 0) as asked, ${joins}`,
);

/** Members who ask at the same time are answered by one statement. */
export function flagsReader(db: Database): ReadFlags {
  return batched(async (asked) => {
    const lists = asked.map(({ ids }) => `{${ids.join()}}`);
    const flags = asked.map(() => new Map<number, MemberFlags>());
    for (const own of await findEntries(db, [asked.map(({ userId }) => userId), lists])) {
      flags[own.place - 1] = flagsOf(own);
    }
    return flags;
  });
}

/** Flags by video; those with which the member has nothing to do are missing. */
export function flagsOf({
  favorites,
  watch_later,
  watched,
  positions,
}: OwnEntries): Map<number, MemberFlags> {
  const flags = new Map<number, MemberFlags>();
  const of = (id: number) => {
    const known = flags.get(id) ?? { ...NO_FLAGS };
    flags.set(id, known);
    return known;
  };
  for (const id of favorites) of(id).is_favorite = true;
  for (const id of watch_later) of(id).watch_later = true;
  for (const [place, id] of (watched ?? []).entries()) of(id).position = positions?.[place] ?? null;
  return flags;
}
