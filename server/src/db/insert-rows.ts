import { only } from "../errors/app-error.ts";
import type { Database } from "./open.ts";

/** A row as it was given and, unless it has one, the id that the database gave it. */
type Inserted<R> = R extends { id?: unknown } ? R : R & { id: number };

/** For demo data and tests, whose columns vary; the application's own writes are statements. @returns the rows in order */
export async function insertRows<R extends object>(
  db: Pick<Database, "query">,
  table: string,
  rows: R[],
): Promise<Inserted<R>[]> {
  if (rows.length === 0) return [];
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row) as (keyof R & string)[]))];
  const values: unknown[] = [];
  const lists = rows.map((row) =>
    columns.map((column) => (row[column] === undefined ? "default" : `$${values.push(row[column])}`)),
  );
  const text = `insert into "${table}" (${columns.map((column) => `"${column}"`).join()})
                values ${lists.map((list) => `(${list.join()})`).join()} returning *`;
  return (await db.query<Inserted<R>>({ text, values })).rows;
}

/** @returns the one row that was inserted */
export async function insertRow<R extends object>(
  db: Pick<Database, "query">,
  table: string,
  row: R,
): Promise<Inserted<R>> {
  return only(await insertRows(db, table, [row]));
}
