import { PAGE_SIZE } from "@manabiya/contract/paging.ts";
import { batched } from "../db/batch.ts";
import type { Database } from "../db/open.ts";
import { instants, int, ints, nullable, type RowOf } from "../db/columns.ts";
import { statement } from "../db/statement.ts";
import { flagsOf, type SavedTable, type OwnEntries, ownEntries } from "./flags.ts";
import { type MemberFlags, NO_FLAGS } from "../catalogue/videos/rows.ts";

/**
 * Of each list: the column that says when an entry was made, which of a member's entries it is, and what its index has
 * of them besides.
 */
const LISTS = {
  favorites: { time: "created_at", own: "favorites", more: "" },
  watch_later: { time: "created_at", own: "watch_later", more: "" },
  watch_history: { time: "watched_at", own: "watched", more: ", position" },
} as const satisfies Record<SavedTable, { time: string; own: keyof OwnEntries; more: string }>;

/** An entry: the video's id and the member's flags. */
export type SavedRow = MemberFlags & {
  id: number;
  /** When the entry was made or, in the history, last watched. */
  saved_at: string;
};

interface Call {
  userId: number;
  page: number;
  ordering: "-created_at" | "created_at";
  /** Videos that no member sees: the catalogue's `hidden`. */
  hidden: readonly number[];
}

/** One page of a member's list and how long the list is. */
export type ReadSavedList = (call: Call) => Promise<{ count: number; rows: SavedRow[] }>;

/**
 * A page of one caller, whose position among the callers `place` is, from one. `times`, and in the history `positions`,
 * are parallel to `ids`. The list's own entries are its `ids`, so that their column is left out.
 */
function pageColumns(table: SavedTable) {
  const own = { favorites: ints, watch_later: ints, watched: nullable(ints), positions: nullable(ints) };
  const { [LISTS[table].own]: _, ...others } = own;
  return { place: int, user_id: int, count: int, ids: ints, times: instants, ...(others as typeof own) };
}
type PageRow = RowOf<ReturnType<typeof pageColumns>>;

export interface SavedList {
  name: SavedTable;
  /** @returns a function that reads a page, and pages that are asked for at the same time, in one statement */
  open: (db: Database) => ReadSavedList;
}

export function savedList(table: SavedTable): SavedList {
  const newest = statement(`${table}.list-newest`, pageColumns(table), pagesQuery(table, "desc", "asc"));
  const oldest = statement(`${table}.list-oldest`, pageColumns(table), pagesQuery(table, "asc", "desc"));
  const open = (db: Database): ReadSavedList => {
    const read = (run: typeof newest) =>
      batched(async (calls: readonly Call[]) => {
        const users = calls.map(({ userId }) => userId);
        const offsets = calls.map(({ page }) => (page - 1) * PAGE_SIZE);
        const pages = await run(db, [users, offsets, calls.at(-1)?.hidden]);
        const byPlace = new Map(pages.map((page) => [page.place, page]));
        return calls.map((_, place) => entriesOf(table, byPlace.get(place + 1)));
      });
    const readers = { "-created_at": read(newest), created_at: read(oldest) };
    return (call) => readers[call.ordering](call);
  };
  return { name: table, open };
}

function entriesOf(table: SavedTable, page: PageRow | undefined): { count: number; rows: SavedRow[] } {
  if (!page) return { count: 0, rows: [] };
  const flags = flagsOf({ ...page, [LISTS[table].own]: page.ids });
  const rows = page.ids.map((id, place) => ({
    id,
    saved_at: page.times[place] ?? "",
    ...(flags.get(id) ?? NO_FLAGS),
  }));
  return { count: page.count, rows };
}

/**
 * However long a list is: the offset runs over the index alone, from the nearer end, and what else the member has to do
 * with the twenty videos of the page is looked up (flags.ts). The count is the kept counter without this member's hidden
 * videos. Planned once, since the planner does not know how many ask. Values: user ids and, place by place, offsets;
 * hidden video ids.
 */
function pagesQuery(table: SavedTable, order: "asc" | "desc", reverse: "asc" | "desc"): string {
  const { time, more } = LISTS[table];
  const others = ownEntries(table);
  const entries = `
     select video_id, ${time} as saved_at ${more} from ${table}
      where user_id = a.user_id and video_id <> all (array(select video_id from hidden))`;
  return `
   select asked.*, ${others.columns}
     from (
   select a.place, a.user_id, l.*
     from unnest((select $1::int[]), (select $2::int[])) with ordinality as a (user_id, skipped, place), lateral (
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
   select total.count, kept.*
     from total, (select coalesce(array_agg(video_id), '{}') as ids, coalesce(array_agg(saved_at), '{}') as times
                         ${more && ", array_agg(position) as positions"}
                    from (select * from page order by saved_at ${order}, video_id ${order}) as sorted) as kept) as l
   offset 0) as asked, ${others.joins}`;
}
