import { cp, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import pg from "pg";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { tablePath, writeManifest, type Manifest } from "../../backup/manifest.ts";
import { takeBackup } from "../../backup/take.ts";
import { insertRow } from "../../db/insert-rows.ts";
import { createTag, createVideo } from "../../../test/testing/factories.ts";
import { tableSums } from "../../../test/testing/table-sums.ts";
import { useTestApp } from "../../../test/testing/test-app.ts";
import { verifyBackupCommand } from "./verify-backup.ts";

const t = useTestApp();
let home: string;
let manifest: Manifest;

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), "manabiya-verify-"));
  await createTag(t.db, "広告");
  await writeFile(join(t.dataDir, "media/videos/film.webm"), "the film");
  const { id } = await createVideo(t.db, t.clock);
  await t.db.query({ text: "update videos set host = 'file', video_id = 'film.webm' where id = $1", values: [id] });
  // The test's database is the service's, and another one beside it is the scratch database.
  const client = new pg.Client(t.connection);
  await client.connect();
  await client.query(`create database ${client.database}_scratch encoding 'UTF8' template template0`);
  await client.end();
  manifest = await takeBackup(
    { config: t.connection, dataDir: t.dataDir, bucket: null },
    join(home, "whole"),
    () => {},
  );
});

afterAll(async () => {
  const client = new pg.Client(t.connection);
  await client.connect();
  await client.query(`drop database ${client.database}_scratch`);
  await client.end();
  await rm(home, { recursive: true, force: true });
});

const scratchUrl = () => t.connection.connectionString.replace(/(\/[^/?]+)(\?|$)/, "$1_scratch$2");

async function verify(folder: string, environment: Record<string, string> = {}) {
  const said = vi.spyOn(console, "log").mockImplementation(() => {});
  try {
    const settings = { DATABASE_URL: t.connection.connectionString, DATA_DIR: t.dataDir, ...environment };
    await verifyBackupCommand(["--from", folder], settings);
    return said.mock.calls.join("\n");
  } finally {
    said.mockRestore();
  }
}

async function copyOfBackup(): Promise<string> {
  const folder = await mkdtemp(join(home, "copy-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await cp(join(home, "whole"), folder, { recursive: true });
  return folder;
}

const rewriteManifest = async (folder: string, changed: Partial<Manifest>) => {
  await rm(join(folder, "manifest.json"));
  await writeManifest(folder, { ...manifest, ...changed });
};

const recorded = async () => {
  const { rows } = await t.db.query<{ job: string; has_passed: boolean; started_at: string }>({
    text: "select job, coalesce(succeeded_at >= started_at, false) as has_passed, started_at from job_runs order by job",
  });
  return rows;
};

/** Whether the scratch database and the scratch folder are empty again. */
async function expectNothingLeft(): Promise<void> {
  expect((await readdir(home)).filter((name) => name.startsWith("restore-test-"))).toEqual([]);
  const client = new pg.Client({ connectionString: scratchUrl() });
  await client.connect();
  const { rows } = await client.query("select tablename from pg_tables where schemaname = 'public'");
  await client.end();
  expect(rows).toEqual([]);
}

test("proves a backup in the scratch database, records the moment it was taken, and leaves the service alone", async () => {
  await t.db.query({ text: "delete from job_runs" });
  const before = await tableSums(t.db);
  const said = await verify(join(home, "whole"));
  expect(said).toMatch(/^The backup of .* restores: \d+ tables and 1 files are the backup's\.$/);
  const [proven, tested, ...others] = await recorded();
  expect(others).toEqual([]);
  expect(proven).toMatchObject({ job: "proven-backup", has_passed: true });
  expect(new Date(proven?.started_at ?? 0).toISOString()).toBe(manifest.taken_at);
  expect(tested).toMatchObject({ job: "restore-test", has_passed: true });
  await t.db.query({ text: "delete from job_runs" });
  expect(await tableSums(t.db)).toEqual(before);
  expect(await readFile(join(t.dataDir, "media/videos/film.webm"), "utf8")).toBe("the film");
  await expectNothingLeft();
});

test("an older backup that passes does not take the place of a newer one", async () => {
  await t.db.query({ text: "delete from job_runs" });
  const newer = new Date(Date.now() + 60_000).toISOString();
  await insertRow(t.db, "job_runs", { job: "proven-backup", started_at: newer, succeeded_at: newer });
  await verify(join(home, "whole"));
  expect(new Date((await recorded())[0]?.started_at ?? 0).toISOString()).toBe(newer);
});

const DAMAGES: [what: string, damage: (folder: string) => Promise<void>, says: RegExp][] = [
  ["lacks a file", (folder) => rm(join(folder, "files/media/videos/film.webm")), /The backup lacks .*film\.webm/],
  [
    "lacks a file, and its manifest knows nothing of it",
    async (folder) => {
      await rm(join(folder, "files/media/videos/film.webm"));
      await rewriteManifest(folder, { files: [] });
    },
    /lacks the files of 1 videos, such as media\/videos\/film\.webm/,
  ],
  [
    "has a changed row",
    async (folder) => {
      const path = tablePath(folder, "tags");
      const rows = gunzipSync(await readFile(path)).toString();
      await writeFile(path, gzipSync(rows.replace("広告", "広吿")));
    },
    /tags\.copy\.gz was changed or damaged/,
  ],
  [
    "has one row less than its manifest says",
    (folder) =>
      rewriteManifest(folder, {
        tables: manifest.tables.map((table) => ({ ...table, rows: table.rows + (table.name === "tags" ? 1 : 0) })),
      }),
    /tags is not what the backup holds/,
  ],
];

test.each(DAMAGES)("fails a backup that %s, and keeps the last one that passed", async (_, damage, says) => {
  await t.db.query({ text: "delete from job_runs" });
  const lastWeek = t.clock.daysAgo(7);
  await insertRow(t.db, "job_runs", { job: "proven-backup", started_at: lastWeek, succeeded_at: lastWeek });
  const [proven] = await recorded();
  const folder = await copyOfBackup();
  await damage(folder);
  await expect(verify(folder)).rejects.toThrow(says);
  expect(await recorded()).toEqual([proven, expect.objectContaining({ job: "restore-test", has_passed: false })]);
  await expectNothingLeft();
});

test("without a scratch database, proves a backup in a PostgreSQL of its own", async () => {
  const folder = await mkdtemp(join(tmpdir(), "manabiya-empty-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const other = scratchUrl();
  const warned = vi.spyOn(console, "error").mockImplementation(() => {});
  onTestFinished(() => warned.mockRestore());
  expect(await verify(join(home, "whole"), { DATABASE_URL: other, DATA_DIR: folder })).toMatch(/restores: /);
  // That database is empty, and so the record finds no table.
  expect(warned.mock.calls.join()).toMatch(/The dashboard will not show this: /);
  await expectNothingLeft();
}, 60_000);

test("says how it is called", async () => {
  await expect(verifyBackupCommand([], {})).rejects.toThrow("Usage: npm run manage -- verify-backup --from FOLDER");
  await expect(verifyBackupCommand(["--to", "x"], {})).rejects.toThrow("Usage: ");
});
