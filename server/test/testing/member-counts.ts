import type { Database } from "../../src/db/open.ts";

interface Lengths {
  favorites: number;
  watch_later: number;
  watch_history: number;
}

const NONE: Lengths = { favorites: 0, watch_later: 0, watch_history: 0 };

/** The stored counters of a member's lists. */
export async function countersOf(db: Database, userId: number): Promise<Lengths> {
  const { rows } = await db.query<Lengths & { [column: string]: number }>({
    text: `select favorites, watch_later, watch_history from member_counts where user_id = $1`,
    values: [userId],
  });
  return rows[0] ?? NONE;
}

/** The actual numbers of rows. */
export async function rowsOf(db: Database, userId: number): Promise<Lengths> {
  const { rows } = await db.query<Lengths & { [column: string]: number }>({
    text: `select (select count(*) from favorites where user_id = $1) as favorites,
                  (select count(*) from watch_later where user_id = $1) as watch_later,
                  (select count(*) from watch_history where user_id = $1) as watch_history`,
    values: [userId],
  });
  return rows[0] ?? NONE;
}

/** Invalidates the cached lists of all members. */
export async function touchLists(db: Database): Promise<void> {
  await db.query({
    text: `insert into member_counts as m (user_id) select id from users
           on conflict (user_id) do update set lists_version = m.lists_version + 1`,
  });
}
