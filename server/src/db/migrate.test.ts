import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { createMigrationsTable, migrate, newestTables, readMigrations, recordMigration } from "./migrate.ts";
import { createTestDatabase, databaseUrl } from "../../test/testing/database/test-database.ts";

async function emptyDatabase() {
  const { url, drop } = await createTestDatabase();
  onTestFinished(drop);
  const empty = `${new URL(url).pathname.slice(1)}_empty`;
  const server = new pg.Client(url);
  await server.connect();
  await server.query(`create database ${empty} template template0 encoding 'UTF8'`);
  const connectionString = databaseUrl(url, empty);
  const client = new pg.Client(connectionString);
  await client.connect();
  onTestFinished(async () => {
    await client.end();
    await server.query(`drop database ${empty} with (force)`);
    await server.end();
  });
  return { connectionString, client };
}

const migrationsOf = async (client: pg.Client) =>
  (
    await client.query<{ hash: string; created_at: number }>(
      "select hash, created_at::float8 as created_at from drizzle.__drizzle_migrations order by id",
    )
  ).rows;

const released = async () => (await readMigrations()).map(({ hash, created_at }) => ({ hash, created_at }));

test("migrates an empty database once when several processes start together", async () => {
  const { connectionString, client } = await emptyDatabase();
  await Promise.all(Array.from({ length: 6 }, () => migrate({ connectionString })));
  expect(await migrationsOf(client)).toEqual(await released());
  const { rows } = await client.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public' order by tablename collate \"C\"",
  );
  expect(rows.map(({ name }) => name)).toEqual(await newestTables());
});

test("runs only the newer migrations on the database of an older release", async () => {
  const { connectionString, client } = await emptyDatabase();
  await createMigrationsTable(client);
  for (const migration of (await readMigrations()).slice(0, 6)) {
    for (const statement of migration.statements) await client.query(statement);
    await recordMigration(client, migration);
  }
  await migrate({ connectionString });
  expect(await migrationsOf(client)).toEqual(await released());
});

test("records a migration as Drizzle's migrator does: by the file's SHA-256 and the journal's time", async () => {
  expect((await released())[0]).toEqual({
    hash: "2874bd1d9c7dc08067d1d6134260506c71dea0378163b9ff7d5d5e77f9c700f5",
    created_at: 1795252397176,
  });
});
