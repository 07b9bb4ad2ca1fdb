import type { Columns, RowOf } from "./columns.ts";
import type { Database } from "./open.ts";

/** Every loaded statement by name, for tests. */
export const statements = new Map<string, { text: string; columns: Columns }>();

/**
 * Declares a prepared statement, which PostgreSQL parses once per connection.
 * @param name unique in the server, such as "favorites.toggle"
 * @param columns its rows' columns
 */
export function statement<const C extends Columns>(name: string, columns: C, text: string) {
  statements.set(name, { text, columns });
  return async (db: Pick<Database, "query">, values: unknown[]): Promise<RowOf<C>[]> =>
    (await db.query<RowOf<C>>({ name, text, values })).rows;
}

/** Declares a statement without columns, as `statement`. It can still return rows, which tell how many there are. */
export const command = (name: string, text: string) => statement(name, {}, text);
