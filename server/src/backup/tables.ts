import type pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import { readMigrations, tablesOfEveryRelease } from "../db/migrate.ts";
import type { CopyFormat, Manifest } from "./manifest.ts";

/** Every table of this release and of those before it: backups and databases of theirs hold dropped tables too. */
export const TABLES = await tablesOfEveryRelease();

/** A condition on `pg_class c`: the relation belongs to an extension such as pg_stat_statements, and not to us. */
export const OF_AN_EXTENSION = `exists (select from pg_depend d
   where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')`;

export interface Shape {
  name: string;
  columns: string[];
  /** ORDER BY clause of the primary key, independent of the database's locale. */
  order: string;
}

/** Values: names of tables. */
const SHAPES = `
  select c.relname as name,
         (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
           where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
         (select string_agg(quote_ident(a.attname) || case when a.attcollation = 0 then '' else ' collate "C"' end,
                            ', ' order by k.position)
            from pg_index i, unnest(i.indkey::int2[]) with ordinality as k (attnum, position), pg_attribute a
           where i.indrelid = c.oid and i.indisprimary and a.attrelid = c.oid and a.attnum = k.attnum) as order
    from pg_class c
   where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and c.relname = any ($1)
   order by c.relname`;

/** @returns those of the tables that exist */
export async function shapesOf(client: pg.ClientBase, tables: string[]): Promise<Shape[]> {
  return (await client.query<Shape>(SHAPES, [tables])).rows;
}

/**
 * Names of our tables in the database, whichever release made it. After a rollback the schema is newer than this
 * release, which then cannot tell the newer tables from foreign ones and takes all.
 */
export async function tablesIn(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname::text as name from pg_class c
      where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and not ${OF_AN_EXTENSION}
      order by 1`,
  );
  const { rows: found } = await client.query<{ exists: boolean }>(
    "select to_regclass('drizzle.__drizzle_migrations') is not null as exists",
  );
  if (!found[0]?.exists) return [];
  const { rows: newer } = await client.query("select from drizzle.__drizzle_migrations offset $1 limit 1", [
    (await readMigrations()).length,
  ]);
  return rows.map(({ name }) => name).filter((name) => newer.length > 0 || TABLES.includes(name));
}

/** Settings of this transaction under which COPY writes the same text everywhere and has the time that it needs. */
export async function setCopySettings(client: pg.ClientBase): Promise<void> {
  await client.query(
    `set local datestyle = 'ISO, YMD'; set local timezone = 'UTC'; set local intervalstyle = 'postgres';
     set local extra_float_digits = 1; set local client_encoding = 'UTF8'; set local statement_timeout = 0;
     set local idle_in_transaction_session_timeout = 0`,
  );
}

/** The options of a COPY command. In CSV an empty text is quoted and NULL is not. */
export const copyOptions = (format: CopyFormat) => (format === "csv" ? "with (format csv, header)" : "");

/** A table's rows in the order of its primary key, as text. */
export function readTable(client: pg.ClientBase, { name, columns, order }: Shape, format: CopyFormat = "text") {
  const rows = `select ${quoted(columns)} from "${name}" order by ${order}`;
  return client.query(copyTo(`copy (${rows}) to stdout ${copyOptions(format)}`));
}

export const quoted = (names: string[]) => names.map((name) => `"${name}"`).join(", ");

/** Sequences ignore snapshots. Read after the rows, they are never behind them. */
export async function sequencesOf(client: pg.ClientBase, tables: string[]): Promise<Manifest["sequences"]> {
  const { rows } = await client.query<{ table: string; column: string; sequence: string }>(
    `select c.relname as table, a.attname as column, pg_get_serial_sequence(quote_ident(c.relname), a.attname) as sequence
       from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = current_schema()::regnamespace and c.relname = any ($1) and a.attidentity <> ''
      order by 1, 2`,
    [tables],
  );
  const sequences: Manifest["sequences"] = [];
  for (const { table, column, sequence } of rows) {
    const state = await client.query<{ last_value: string; is_called: boolean }>(
      `select last_value::text, is_called from ${sequence}`,
    );
    for (const { last_value, is_called } of state.rows) sequences.push({ table, column, last_value, is_called });
  }
  return sequences;
}
