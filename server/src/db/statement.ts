import type { Columns, RowOf } from "./columns.ts";
import type { Database } from "./open.ts";

/** Every loaded statement by name, for tests. */
export const statements = new Map<string, { text: string; columns: Columns }>();

type Declared<C extends Columns> = (db: Pick<Database, "query">, values: unknown[]) => Promise<RowOf<C>[]>;
type Template<C extends Columns> = (sql: TemplateStringsArray, ...fragments: (string | number)[]) => Declared<C>;

function declare<C extends Columns>(name: string, columns: C, text: string): Declared<C> {
  statements.set(name, { text, columns });
  return async (db, values) => (await db.query<RowOf<C>>({ name, text, values })).rows;
}

/**
 * Declares a prepared statement, which PostgreSQL parses once per connection.
 * @param name unique in the server, such as "favorites.toggle"
 * @param columns its rows' columns
 * @param sql as a template behind the call, or as a text; values are `$1` and so on
 */
export function statement<const C extends Columns>(name: string, columns: C): Template<C>;
export function statement<const C extends Columns>(name: string, columns: C, sql: string): Declared<C>;
export function statement<const C extends Columns>(name: string, columns: C, sql?: string): Template<C> | Declared<C> {
  if (sql !== undefined) return declare(name, columns, sql);
  return (template: TemplateStringsArray, ...fragments: (string | number)[]) =>
    declare(name, columns, String.raw({ raw: template }, ...fragments));
}

/** Declares a statement without columns, as `statement`. It can still return rows, which tell how many there are. */
export function command(name: string): Template<Columns>;
export function command(name: string, sql: string): Declared<Columns>;
export function command(name: string, sql?: string): Template<Columns> | Declared<Columns> {
  return sql === undefined ? statement(name, {}) : statement(name, {}, sql);
}
