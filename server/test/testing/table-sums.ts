import type { Database } from "../../src/db/open.ts";

/** @returns a checksum per table over all rows, independent of their order, computed by PostgreSQL */
export async function tableSums(db: Database): Promise<Record<string, string>> {
  const { rows } = await db.query<{ name: string }>({
    text: `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
            where n.nspname in ('public', 'drizzle') and c.relkind = 'r' order by 1`,
  });
  const sums: Record<string, string> = {};
  for (const { name } of rows) {
    const found = await db.query<{ sum: string }>({
      text: `select count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)), 0) as sum from ${name} t`,
    });
    sums[name] = found.rows[0]?.sum ?? "";
  }
  return sums;
}
