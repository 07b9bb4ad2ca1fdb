import type { Columns, RowOf } from "./columns.ts";
import type { Database } from "./open.ts";

// A statement is declared with its columns, and runs on a database.
export * from "./columns.ts";
export type { Database } from "./open.ts";

/** Every loaded statement by name, for tests. */
export const statements = new Map<string, { text: string; columns: Columns }>();

type Declared<C extends Columns> = (db: Pick<Database, "query">, values: unknown[]) => Promise<RowOf<C>[]>;
type Template<C extends Columns> = (sql: TemplateStringsArray, ...fragments: (string | number)[]) => Declared<C>;

/**
 * Declares a prepared statement, which PostgreSQL parses once per connection: a template behind the call, with values as
 * `$1` and so on.
 * @param name unique in the server, such as "favorites.toggle"
 * @param columns its rows' columns
 */
export function statement<const C extends Columns>(name: string, columns: C): Template<C> {
  return (template, ...fragments) => {
    const text = String.raw({ raw: template }, ...fragments);
    statements.set(name, { text, columns });
    return async (db, values) => (await db.query<RowOf<C>>({ name, text, values })).rows;
  };
}

/** Declares a statement without columns, as `statement`. It can still return rows, which tell how many there are. */
export const command = (name: string): Template<Columns> => statement(name, {});
