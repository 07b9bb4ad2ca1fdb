import { readFile } from "node:fs/promises";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { createMigrationsTable, migrate, readMigrations, recordMigration } from "./migrate.ts";
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
});

/** Releases before 0043 wrote this for their first migration. They compare the newest time in the database with theirs. */
const FIRST = { hash: "2874bd1d9c7dc08067d1d6134260506c71dea0378163b9ff7d5d5e77f9c700f5", created_at: 1795252397176 };
const LAST_TIME = 1795800022504;

test("runs only the newer migrations on the database of an older release", async () => {
  const { connectionString, client } = await emptyDatabase();
  await createMigrationsTable(client);
  const migrations = await readMigrations();
  for (const [index, { hash, statements }] of migrations.slice(0, 6).entries()) {
    for (const statement of statements) await client.query(statement);
    await recordMigration(client, { hash, created_at: FIRST.created_at + index });
  }
  await migrate({ connectionString });
  expect((await migrationsOf(client)).map(({ hash }) => hash)).toEqual(migrations.map(({ hash }) => hash));
});

test("runs nothing on the database of a newer release", async () => {
  const { connectionString, client } = await emptyDatabase();
  await createMigrationsTable(client);
  const newer = [...(await released()), { hash: "of tomorrow", created_at: LAST_TIME }];
  for (const migration of newer) await recordMigration(client, migration);
  await migrate({ connectionString });
  expect(await migrationsOf(client)).toEqual(newer);
});

test("records a migration by the SHA-256 of its file, with a time after those of releases that compare times", async () => {
  const migrations = await released();
  expect(migrations[0]?.hash).toBe(FIRST.hash);
  expect(Math.min(...migrations.map(({ created_at }) => created_at))).toBeGreaterThan(LAST_TIME);
});

test("no released migration changes, not even in a comment: the backups of its release name its hash", async () => {
  const migrations = await readMigrations();
  const newest = migrations.at(-1)?.tag ?? "";
  const packed = await readFile(new URL(`../backup/releases/${newest}.json`, import.meta.url), "utf8");
  const { manifest } = JSON.parse((JSON.parse(packed) as Record<string, string>)["manifest.json"] ?? "") as {
    manifest: { migrations: { hash: string }[] };
  };
  expect(migrations.map(({ hash }) => hash)).toEqual(manifest.migrations.map(({ hash }) => hash));
});
