import { PAGE_SIZE } from "@manabiya/contract/paging.ts";
import { type Database, statement } from "../db/open.ts";
import { type CountedRow, splitCount } from "../paging.ts";
import { flagColumns, type MemberFlags } from "./rows.ts";

/** The lists of a member and when their entries were made; `member_counts` names its columns after them. */
const TIMES = { favorites: "created_at", watch_later: "created_at", watch_history: "watched_at" } as const;
export type KeptTable = keyof typeof TIMES;

/** An entry: the video's id and the member's flags. */
export type KeptRow = MemberFlags & {
  id: number;
  /** When the entry was made or, in the history, last watched. */
  kept_at: string;
};

interface Call {
  userId: number;
  page: number;
  ordering: "-created_at" | "created_at";
  /** Videos that no member sees: the catalogue's `hidden`. */
  hidden: readonly number[];
}

/** One page of a member's list and how long the list is. */
export type ReadKeptList = (db: Database, call: Call) => Promise<{ count: number; rows: KeptRow[] }>;

/** @returns a function that reads a page in one statement, however long the list is */
export function keptList(table: KeptTable): ReadKeptList {
  const read = {
    "-created_at": statement<CountedRow<KeptRow>>(`${table}.list-newest`, pageQuery(table, "desc", "asc")),
    created_at: statement<CountedRow<KeptRow>>(`${table}.list-oldest`, pageQuery(table, "asc", "desc")),
  };
  return async (db, { userId, page, ordering, hidden }) => {
    const values = [userId, hidden, (page - 1) * PAGE_SIZE];
    return splitCount(await read[ordering](db, values));
  };
}

/**
 * The offset runs over the index alone, from the nearer end, and flags are read for the twenty videos of the page. The
 * count is the kept counter without this member's hidden videos. Values: user id, hidden video ids, offset.
 */
function pageQuery(table: KeptTable, order: "asc" | "desc", reverse: "asc" | "desc"): string {
  const time = TIMES[table];
  const entries = `
     select video_id, ${time} as kept_at from ${table}
      where user_id = $1 and video_id <> all (array(select video_id from hidden))`;
  return `
   with hidden as materialized (
     select video_id from ${table} where user_id = $1 and video_id = any ($2::int[])),
   total as materialized (
     select greatest(0, coalesce((select ${table} from member_counts where user_id = $1), 0)
                        - (select count(*) from hidden)) as count),
   page as (
     (${entries}
      order by ${time} ${order}, video_id ${order}
      limit (select case when $3::int <= count / 2 then ${PAGE_SIZE} else 0 end from total)
     offset $3::int)
     union all
     (${entries}
      order by ${time} ${reverse}, video_id ${reverse}
      limit (select case when $3::int <= count / 2 then 0 else least(${PAGE_SIZE}, greatest(0, count - $3::int)) end
               from total)
     offset (select greatest(0, count - $3::int - ${PAGE_SIZE}) from total))
      limit ${PAGE_SIZE})
   select total.count, v.id, v.kept_at, ${flagColumns("$1")}
     from total
     left join (select video_id as id, kept_at from page) v on true
    order by v.kept_at ${order}, v.id ${order}`;
}
