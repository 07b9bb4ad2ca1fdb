import type { Database } from "../../src/db/open.ts";

/** Tests read columns of every table. A column that does not exist is undefined there, and never null. */
// oxlint-disable-next-line typescript/no-explicit-any
export type TableRow = any;

/** @returns rows with these values, ordered by the first column */
export async function selectRows(
  db: Pick<Database, "query">,
  table: string,
  where: Record<string, unknown> = {},
): Promise<TableRow[]> {
  const conditions = Object.keys(where).map((column, index) => `"${column}" = $${index + 1}`);
  const text = `select * from "${table}" where ${["true", ...conditions].join(" and ")} order by 1`;
  return (await db.query<TableRow>({ text, values: Object.values(where) })).rows;
}
