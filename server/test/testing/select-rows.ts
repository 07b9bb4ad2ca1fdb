import type { Database } from "../../src/db/open.ts";
import type { TableName, TableRow } from "../../src/db/insert-rows.ts";

/** @returns rows with these values, ordered by the first column */
export async function selectRows<T extends TableName>(
  db: Pick<Database, "query">,
  table: T,
  where: Partial<TableRow<T>> = {},
): Promise<TableRow<T>[]> {
  const conditions = Object.keys(where).map((column, index) => `"${column}" = $${index + 1}`);
  const text = `select * from "${table}" where ${["true", ...conditions].join(" and ")} order by 1`;
  return (await db.query<TableRow<T>>({ text, values: Object.values(where) })).rows;
}
