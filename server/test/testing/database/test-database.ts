import { randomBytes } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";

/** An empty, migrated database that belongs to one test file. */
export interface TestDatabase {
  /** For `openDatabase`, `pg.Pool` and `pg.Client`. */
  readonly connection: { connectionString: string };
  readonly url: string;
  /** Closes every connection to it and removes it. */
  drop(): Promise<void>;
}

/** Clones the run's migrated template, which takes some 50 ms. `isMigrated`: false for a database without tables. */
export async function createTestDatabase({ isMigrated = true } = {}): Promise<TestDatabase> {
  const { server, template } = inject("testDatabases");
  const name = template.replace(/_template$/, `_${randomBytes(6).toString("hex")}`);
  const source = isMigrated ? template : "template0 ENCODING 'UTF8'";
  await onServer(server, `CREATE DATABASE ${name} TEMPLATE ${source} STRATEGY WAL_LOG`);
  const url = databaseUrl(server, name);
  return { connection: { connectionString: url }, url, drop: () => dropDatabase(server, name) };
}

/** Terminates our connections first. `WITH (FORCE)` would fail during an autovacuum. */
export async function dropDatabase(server: string, name: string): Promise<void> {
  const ours = `datname = '${name}' AND usename = current_user`;
  await onServer(server, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE ${ours}`);
  await onServer(server, `DROP DATABASE ${name}`);
}

/** The connection string of another database on the same server. */
export function databaseUrl(server: string, database: string): string {
  return server.replace(/^([^?]*\/)[^/?]*/, `$1${database}`);
}

async function onServer(server: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
