import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { migrate } from "./migrate.ts";
import { createTestDatabase, databaseUrl } from "../../test/testing/database/test-database.ts";

test("machines that start at once on an empty database take turns at migrating", async () => {
  const { url, drop } = await createTestDatabase();
  onTestFinished(drop);
  const empty = `${new URL(url).pathname.slice(1)}_empty`;
  const client = new pg.Client(url);
  await client.connect();
  onTestFinished(async () => {
    await client.query(`drop database if exists ${empty} with (force)`);
    await client.end();
  });
  await client.query(`create database ${empty} template template0 encoding 'UTF8'`);
  const connectionString = databaseUrl(url, empty);
  await Promise.all(Array.from({ length: 6 }, () => migrate({ connectionString })));
  const migrated = new pg.Client({ connectionString });
  await migrated.connect();
  const { rows } = await migrated.query<{ times: number }>(
    "select count(*)::int as times from drizzle.__drizzle_migrations group by hash",
  );
  await migrated.end();
  expect(rows.length).toBeGreaterThan(5);
  expect(new Set(rows.map(({ times }) => times))).toEqual(new Set([1]));
});
