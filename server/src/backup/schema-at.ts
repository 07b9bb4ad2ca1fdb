import type pg from "pg";
import { createMigrationsTable, readMigrations, recordMigration } from "../db/migrate.ts";
import { OperatorError } from "../errors/operator-error.ts";
import type { Manifest } from "./manifest.ts";
import { quoted, TABLES } from "./tables.ts";

/** @returns statements that create the backup's schema @throws OperatorError for a backup of a newer or foreign release */
export async function statementsFor({ migrations }: Pick<Manifest, "migrations">): Promise<string[]> {
  const known = await readMigrations();
  const used = known.slice(0, migrations.length);
  if (used.length < migrations.length || used.some(({ hash }, index) => hash !== migrations[index]?.hash)) {
    throw new OperatorError("The backup was made by a newer release: restore it with that one.");
  }
  return used.flatMap(({ statements }) => statements);
}

/** Drops the tables and functions of any release. */
export async function dropSchema(client: pg.ClientBase): Promise<void> {
  await client.query(`drop table if exists ${quoted(TABLES)} cascade`);
  const { rows } = await client.query<{ name: string }>(
    `select p.oid::regprocedure::text as name from pg_proc p
      where p.pronamespace = current_schema()::regnamespace and pg_get_userbyid(p.proowner) = current_user
        and not exists (select from pg_depend d
                          where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')`,
  );
  for (const { name } of rows) await client.query(`drop function ${name} cascade`);
  await client.query("drop schema if exists drizzle cascade");
}

/** Creates the backup's schema and its list of migrations, from which `migrate` continues. */
export async function createSchema(client: pg.ClientBase, manifest: Pick<Manifest, "migrations">): Promise<void> {
  for (const statement of await statementsFor(manifest)) await client.query(statement);
  await createMigrationsTable(client);
  for (const migration of manifest.migrations) await recordMigration(client, migration);
}

/** Drops indexes and references, which slow a load down. @returns a function that creates them again */
export async function withoutIndexes(client: pg.ClientBase): Promise<() => Promise<void>> {
  const { rows: references } = await client.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(pg_constraint.oid) as definition
       from pg_constraint join pg_class c on c.oid = conrelid
      where contype = 'f' and connamespace = current_schema()::regnamespace and c.relname = any ($1)`,
    [TABLES],
  );
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
       from pg_index join pg_class c on c.oid = indrelid
      where c.relnamespace = current_schema()::regnamespace and c.relname = any ($1)
        and not exists (select from pg_constraint where conindid = indexrelid)`,
    [TABLES],
  );
  for (const { table, name } of references) await client.query(`alter table ${table} drop constraint ${name}`);
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  return async () => {
    await client.query("set local maintenance_work_mem = '256MB'");
    for (const { definition } of indexes) await client.query(definition);
    for (const { table, name, definition } of references) {
      await client.query(`alter table ${table} add constraint ${name} ${definition}`);
    }
  };
}
