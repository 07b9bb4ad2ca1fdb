import type { Database } from "../../../src/db/open.ts";
import { insertGeneratedRow, type Row } from "../generated-row.ts";

/** Characters that COPY escapes, and Japanese. */
const ABOUT = '引用"と,改行\n\\N\tタブ';
const AT = "2026-05-01T03:04:05.678Z";

/** The counts of the one row of each list, which a migration computes again. */
const GIVEN: Record<string, Row> = {
  release_changes: { kind: "back" },
  caption_lines: { ends_ms: 2_000_000_000 },
  member_counts: { favorites: 1, watch_later: 1, watch_history: 1 },
};

/** Tables by name, each after those that it refers to. */
const READ_TABLES = `
  with recursive depths as (
    select c.oid, 0 as depth from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
    union
    select r.conrelid, d.depth + 1 from depths d join pg_constraint r
        on r.contype = 'f' and r.confrelid = d.oid and r.conrelid <> r.confrelid)
  select oid::regclass::text as name from depths group by oid order by max(depth), 1`;

/** Inserts a row into every table that is empty. */
export async function fillEveryTable(db: Database): Promise<void> {
  const { rows: tables } = await db.query<{ name: string }>({ text: READ_TABLES });
  const existing: Row = {};
  for (const { name } of tables) {
    const { rows } = await db.query<Row>({ text: `select * from ${name} limit 1` });
    const row =
      rows[0] ?? (await insertGeneratedRow(db, name, { about: ABOUT, at: AT, given: GIVEN[name] ?? {}, existing }));
    existing[name] = row["id"] ?? row["video_id"] ?? row["film"];
  }
}
