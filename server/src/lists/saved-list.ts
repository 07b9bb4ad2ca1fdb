import { PAGE_SIZE } from "@manabiya/contract/paging.ts";
import { batched } from "../db/batch.ts";
import { type Database, instants, int, ints, type RowOf, statement } from "../db/statement.ts";
import { type MemberEntry, NO_FLAGS } from "../catalogue/videos/card.ts";
import { entryColumns, flagsOf, type MemberEntries, memberEntries, recentSince, type SavedTable } from "./flags.ts";

/** Per list: the column with an entry's time, the name of its ids in `MemberEntries`, and more columns of its index. */
const LISTS = {
  favorites: { time: "created_at", entries: "favorites", more: "" },
  watch_later: { time: "created_at", entries: "watch_later", more: "" },
  watch_history: { time: "watched_at", entries: "watched", more: ", position" },
} as const satisfies Record<SavedTable, { time: string; entries: keyof MemberEntries; more: string }>;

/** An entry: the video's id and the member's flags. */
export type SavedRow = MemberEntry & {
  id: number;
  /** When the entry was made or, in the history, last watched. */
  saved_at: string;
};

interface Call {
  userId: number;
  page: number;
  ordering: "-created_at" | "created_at";
  /** Videos that members cannot see. */
  hidden: readonly number[];
  /** Milliseconds since 1970. */
  now: number;
}

/** One page and the list's length. */
type ReadSavedList = (call: Call) => Promise<{ count: number; rows: SavedRow[] }>;

/**
 * A page of the call with this `index`, counted from one. `times`, and in the history `positions`, are parallel to `ids`.
 * The list's entries are its `ids`, so they have no column.
 */
function pageColumns(table: SavedTable) {
  const { [LISTS[table].entries]: _, ...others } = entryColumns;
  const columns = { index: int, user_id: int, count: int, ids: ints, times: instants };
  return { ...columns, ...(others as typeof entryColumns) };
}
type PageRow = RowOf<ReturnType<typeof pageColumns>>;

export interface SavedList {
  name: SavedTable;
  /** @returns a function whose concurrent calls share one statement */
  open: (db: Database) => ReadSavedList;
}

function savedList(table: SavedTable): SavedList {
  const newest = statement(`${table}.list-newest`, pageColumns(table))`${pagesQuery(table, "desc", "asc")}`;
  const oldest = statement(`${table}.list-oldest`, pageColumns(table))`${pagesQuery(table, "asc", "desc")}`;
  const open = (db: Database): ReadSavedList => {
    const read = (run: typeof newest) =>
      batched(async (calls: readonly Call[]) => {
        const users = calls.map(({ userId }) => userId);
        const offsets = calls.map(({ page }) => (page - 1) * PAGE_SIZE);
        const pages = await run(db, [users, offsets, calls.at(-1)?.hidden, recentSince(calls.at(-1)?.now ?? 0)]);
        const byIndex = new Map(pages.map((page) => [page.index, page]));
        return calls.map((_, index) => entriesOf(table, byIndex.get(index + 1)));
      });
    const readers = { "-created_at": read(newest), created_at: read(oldest) };
    return (call) => readers[call.ordering](call);
  };
  return { name: table, open };
}

function entriesOf(table: SavedTable, page: PageRow | undefined): { count: number; rows: SavedRow[] } {
  if (!page) return { count: 0, rows: [] };
  const flags = flagsOf({ ...page, [LISTS[table].entries]: page.ids });
  const rows = page.ids.map((id, index) => ({ id, saved_at: page.times[index] ?? "", ...(flags.get(id) ?? NO_FLAGS) }));
  return { count: page.count, rows };
}

/**
 * The cost does not grow with the list: the offset runs over the index alone, from the nearer end, and the other flags of
 * the page's twenty videos are looked up (flags.ts). The count is the member's counter without hidden videos. Subqueries
 * hide the arrays' lengths from the planner, so one plan serves all. Values: user ids and their offsets; hidden video ids; `recentSince`.
 */
function pagesQuery(table: SavedTable, order: "asc" | "desc", reverse: "asc" | "desc"): string {
  const { time, more } = LISTS[table];
  const others = memberEntries("$4", table);
  const entries = `
     select video_id, ${time} as saved_at ${more} from ${table}
      where user_id = a.user_id and video_id <> all (array(select video_id from hidden))`;
  return `
   select call.*, ${others.columns}
     from (
   select a.index, a.user_id, l.*
     from unnest((select $1::int[]), (select $2::int[])) with ordinality as a (user_id, skipped, index), lateral (
   with hidden as materialized (
     select video_id from ${table} where user_id = a.user_id and video_id = any ((select $3::int[])::int[])),
   total as materialized (
     select greatest(0, coalesce((select ${table} from member_counts where user_id = a.user_id), 0)
                        - (select count(*) from hidden)) as count),
   page as (
     (${entries}
      order by ${time} ${order}, video_id ${order}
      limit (select case when a.skipped <= count / 2 then ${PAGE_SIZE} else 0 end from total)
     offset a.skipped)
     union all
     (${entries}
      order by ${time} ${reverse}, video_id ${reverse}
      limit (select case when a.skipped <= count / 2 then 0 else least(${PAGE_SIZE}, greatest(0, count - a.skipped)) end
               from total)
     offset (select greatest(0, count - a.skipped - ${PAGE_SIZE}) from total))
      limit ${PAGE_SIZE})
   select total.count, lists.*
     from total, (select coalesce(array_agg(video_id), '{}') as ids, coalesce(array_agg(saved_at), '{}') as times
                         ${more && ", array_agg(position) as positions"}
                    from (select * from page order by saved_at ${order}, video_id ${order}) as sorted) as lists) as l
   offset 0) as call, ${others.joins}`;
}

export const listFavorites = savedList("favorites");
export const listWatchLater = savedList("watch_later");
/** By when a video was last watched. */
export const listHistory = savedList("watch_history");
