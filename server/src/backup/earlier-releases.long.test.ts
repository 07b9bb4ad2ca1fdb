import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { readMigrations } from "../db/migrate.ts";
import { createTestDatabase } from "../../test/testing/database/test-database.ts";
import { packedTags, unpackBackup } from "../../test/testing/earlier-releases/packed-backup.ts";
import { type Manifest, tablePath } from "./manifest.ts";
import { restoreBackup } from "./restore.ts";
import { readTable, shapesOf } from "./tables.ts";
import { takeBackup } from "./take.ts";

const migrations = await readMigrations();
const newest = migrations.at(-1)?.tag ?? "";

async function target(options?: { isMigrated: boolean }) {
  const database = await createTestDatabase(options);
  const folder = await mkdtemp(join(tmpdir(), "manabiya-earlier-"));
  const client = new pg.Client(database.connection);
  client.on("error", () => {});
  await client.connect();
  await client.query("set timezone = 'UTC'; set datestyle = 'ISO, YMD'");
  onTestFinished(async () => {
    await client.end();
    await database.drop();
    await rm(folder, { recursive: true });
  });
  return { client, folder, location: { config: database.connection, dataDir: folder, bucket: null } };
}

/** Rows as COPY writes them, with some of the columns. */
const cut = (text: string, columns: string[], wanted: string[]) =>
  text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => {
      const values = line.split("\t");
      return wanted.map((column) => values[columns.indexOf(column)]).join("\t");
    })
    .toSorted();

/** Columns that a later migration rewrites, with the rows that it must not leave. */
const REWRITTEN: Record<string, { columns: string[]; old: string }> = {
  mailings: { columns: ["subject", "body"], old: "subject = '今週の新しい動画' or body like '%あと1日以内%'" },
};

/** Tables to which a later migration adds rows, with the words of a row that it rewrites. */
const ADDED_TO: Record<string, string> = { synonym_groups: "料金、費用、コスト、cost" };

/** Compares the rows of tables and columns that both releases have. @returns the number of compared values */
async function compareRows(client: pg.Client, backup: string, { tables }: Manifest): Promise<number> {
  let compared = 0;
  for (const table of tables) {
    const [shape] = await shapesOf(client, [table.name]);
    if (!shape) continue;
    const rewritten = REWRITTEN[table.name];
    if (rewritten) {
      expect((await client.query(`select from ${table.name} where ${rewritten.old}`)).rowCount).toBe(0);
    }
    const columns = shape.columns.filter(
      (column) => table.columns.includes(column) && !rewritten?.columns.includes(column),
    );
    const inBackup = gunzipSync(await readFile(tablePath(backup, table.name))).toString();
    const rows = Buffer.concat(await readTable(client, { ...shape, columns }).toArray()).toString();
    const [found, wanted] = [cut(rows, columns, columns), cut(inBackup, table.columns, columns)];
    const replaced = ADDED_TO[table.name];
    if (replaced === undefined) expect(found, table.name).toEqual(wanted);
    else
      expect(
        wanted.filter((row) => !found.includes(row) && !row.includes(replaced)),
        table.name,
      ).toEqual([]);
    compared += table.rows * columns.length;
  }
  return compared;
}

test("every migration has a backup of its release: `npm run keep-backup` makes the missing ones", async () => {
  expect(await packedTags()).toEqual(migrations.map(({ tag }) => tag));
});

/**
 * Each restore migrates through all later releases, whose migrations never change. So the newest ones and every third of the others
 * find what a new migration or a change of the restore breaks; `npm run prove -- releases` restores all.
 */
const NEWEST = 4;
const EVERY = process.env["PROVE_RELEASES"] === undefined ? 3 : 1;
const restored = migrations.filter((_, index) => index % EVERY === 0 || index >= migrations.length - NEWEST);

test.each(restored.map(({ tag }) => [tag]))("restores the backup of the release with %s", async (tag) => {
  // A restore drops the tables of a migrated database before it reads the backup's release, so that one such is enough.
  const { client, folder, location } = await target({ isMigrated: tag === newest });
  const backup = join(folder, "backup");
  await unpackBackup(tag, backup);
  const manifest = await restoreBackup(location, backup, { replace: false });
  expect(manifest.tables.filter(({ rows }) => rows === 0)).toEqual([]);
  expect(await compareRows(client, backup, manifest)).toBeGreaterThan(80);
});

test("replaces the database of any earlier release, also one with tables that are no more", async () => {
  const { client, folder, location } = await target();
  const backup = join(folder, "backup");
  await unpackBackup("0011_search-by-trigrams", backup);
  await restoreBackup(location, backup, { replace: false });
  // The state before 0012.
  await client.query("create table video_search (video_id integer primary key)");
  const again = join(folder, "newest");
  await unpackBackup(newest, again);
  await restoreBackup(location, again, { replace: true });
  const { rows } = await client.query("select to_regclass('video_search') as found");
  expect(rows).toEqual([{ found: null }]);
});

test("restores into a database with an extension's tables and views, and leaves them alone", async () => {
  const { client, folder, location } = await target();
  // As pg_stat_statements has, which only a superuser may create.
  await client.query("create extension citext");
  await client.query("create view of_extension as select 1 as calls; alter extension citext add view of_extension");
  await client.query(
    "create table kept_by_extension (calls int primary key); insert into kept_by_extension values (7)",
  );
  await client.query("alter extension citext add table kept_by_extension");
  const backup = join(folder, "backup");
  await unpackBackup(newest, backup);
  await restoreBackup(location, backup, { replace: false });
  expect((await client.query("select calls from kept_by_extension")).rows).toEqual([{ calls: 7 }]);
  const { tables } = await takeBackup(location, join(folder, "again"), () => {});
  expect(tables.map(({ name }) => name)).not.toContain("kept_by_extension");
  await client.query("create view of_nobody as select 1 as calls");
  await expect(restoreBackup(location, backup, { replace: true })).rejects.toThrow("The database holds of_nobody");
});

test("a backup holds the tables of a newer release, which rolled back to this one", async () => {
  const { client, folder, location } = await target();
  await client.query("create table ratings (id int primary key); insert into ratings values (5)");
  const { tables: before } = await takeBackup(location, join(folder, "without"), () => {});
  expect(before.map(({ name }) => name)).not.toContain("ratings");
  await client.query("insert into drizzle.__drizzle_migrations (hash, created_at) values ('of tomorrow', 9e12)");
  const { tables } = await takeBackup(location, join(folder, "with"), () => {});
  expect(tables.find(({ name }) => name === "ratings")?.rows).toBe(1);
});
