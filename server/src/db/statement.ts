import type { Columns, RowOf } from "./columns.ts";
import type { Database } from "./open.ts";

/** Every statement of the server by its name, for the tests that compare them with PostgreSQL. */
export const statements = new Map<string, { text: string; columns: Columns }>();

/**
 * A statement that PostgreSQL plans once per connection.
 * @param name unique in the server, such as "favorites.toggle"
 * @param columns what its rows hold, which a test compares with PostgreSQL; `{}` for a statement without rows
 */
export function statement<const C extends Columns>(name: string, columns: C, text: string) {
  statements.set(name, { text, columns });
  return async (db: Pick<Database, "query">, values: unknown[]): Promise<RowOf<C>[]> =>
    (await db.query<RowOf<C>>({ name, text, values })).rows;
}
