import type { Database } from "./open.ts";
import type * as schema from "./schema.ts";

type Schema = typeof schema;

export type TableName = keyof Schema;
/** A whole row of a table. */
export type TableRow<T extends TableName> = Schema[T]["$inferSelect"];
/** The columns of a new row: those with a default may be absent. */
export type NewRow<T extends TableName> = Schema[T]["$inferInsert"];

/** For demo data and tests, whose columns vary; the application's own writes are statements. @returns the rows in order */
export async function insertRows<T extends TableName>(
  db: Pick<Database, "query">,
  table: T,
  rows: NewRow<T>[],
): Promise<TableRow<T>[]> {
  if (rows.length === 0) return [];
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row) as (keyof NewRow<T> & string)[]))];
  const values: unknown[] = [];
  const lists = rows.map((row) =>
    columns.map((column) => (row[column] === undefined ? "default" : `$${values.push(row[column])}`)),
  );
  const text = `insert into "${table}" (${columns.map((column) => `"${column}"`).join()})
                values ${lists.map((list) => `(${list.join()})`).join()} returning *`;
  return (await db.query<TableRow<T>>({ text, values })).rows;
}

/** @returns the one row that was inserted */
export async function insertRow<T extends TableName>(
  db: Pick<Database, "query">,
  table: T,
  row: NewRow<T>,
): Promise<TableRow<T>> {
  const [inserted] = await insertRows(db, table, [row]);
  if (inserted === undefined) throw new Error(`${table} returned no row`);
  return inserted;
}
