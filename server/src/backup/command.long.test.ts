import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { openEmbedded } from "../db/embedded.ts";
import { migrate } from "../db/migrate.ts";
import { openDatabase } from "../db/open.ts";
import { createTestDatabase } from "../../test/testing/database/test-database.ts";
import { openS3Storage } from "../files/storage/s3-storage.ts";
import { startBuckets } from "../../test/testing/bucket.ts";
import { createTag } from "../../test/testing/factories.ts";
import { PROGRAM_ENVIRONMENT } from "../../test/testing/program-environment.ts";
import { tableSums } from "../../test/testing/table-sums.ts";

/** @returns exit code and output */
async function run(command: string, args: string[], environment: Record<string, string>) {
  const program = fileURLToPath(new URL(`../bin/${command}.ts`, import.meta.url));
  const child = spawn(process.execPath, [program, ...args], {
    env: { ...PROGRAM_ENVIRONMENT, ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  }
  const [code] = (await once(child, "close")) as [number | null];
  return { code, output };
}

test("backs up the embedded database of a running server and restores it into another PostgreSQL", async () => {
  const folder = await mkdtemp(join(tmpdir(), "manabiya-backup-"));
  // PostgreSQL's user has to enter the folder when we are root.
  await chmod(folder, 0o711);
  const DATA_DIR = join(folder, "data");
  const served = await openEmbedded({ dataDir: DATA_DIR, durable: false });
  const db = openDatabase(served.connection, () => {});
  onTestFinished(async () => {
    await db.close();
    await served.stop();
    await rm(folder, { recursive: true });
  });
  await migrate(served.connection);
  await createTag(db, "広告");
  const target = join(folder, "kept");
  const saved = await tableSums(db);

  const backup = await run("backup", ["--to", target], { DATA_DIR });
  expect([backup.code, backup.output]).toEqual([0, expect.stringMatching(/^\d+ rows of .* kept in .*kept\n$/)]);
  const refused = await run("restore", ["--from", target], { DATA_DIR });
  expect([refused.code, refused.output]).toEqual([1, `Another Manabiya is already serving ${DATA_DIR}.\n`]);
  const operators = await createTestDatabase();
  onTestFinished(() => operators.drop());
  const there = { DATABASE_URL: operators.url, DATA_DIR: join(folder, "restored") };
  const restore = await run("restore", ["--from", target], there);
  expect([restore.code, restore.output]).toEqual([0, expect.stringMatching(/restored, every checksum/)]);
  const restored = openDatabase(operators.connection, () => {});
  onTestFinished(() => restored.close());
  expect(await tableSums(restored)).toEqual(saved);
  // The dashboard and an alarm know the backup's age by this row.
  const { rows } = await db.query<{ is_recent: boolean }>({
    text: `delete from job_runs where job = 'backup' returning succeeded_at > now() - interval '1 minute' as is_recent`,
  });
  expect(rows).toEqual([{ is_recent: true }]);
  const full = await run("backup", ["--to", join(folder, "full"), "--store", "echo no room; exit 3"], { DATA_DIR });
  expect([full.code, full.output]).toEqual([1, expect.stringMatching(/no room\n.*this backup does not count/)]);
  const count = { text: "select count(*)::int as count from job_runs where job = 'backup'" };
  expect((await db.query(count)).rows).toEqual([{ count: 0 }]);
  const elsewhere = ["--to", join(folder, "again"), "--store", `test -d ${join(folder, "again/tables")}`];
  expect(await run("backup", elsewhere, { DATA_DIR })).toMatchObject({ code: 0 });
  expect((await db.query(count)).rows).toEqual([{ count: 1 }]);
  const open = join(folder, "open");
  expect(await run("backup", ["--to", open, "--open"], { DATA_DIR })).toMatchObject({ code: 0 });
  const others = await createTestDatabase();
  onTestFinished(() => others.drop());
  const importing = { DATABASE_URL: others.url, DATA_DIR: join(folder, "imported") };
  const imported = await run("restore", ["--from", open, "--open"], importing);
  expect([imported.code, imported.output]).toEqual([0, expect.stringMatching(/restored, every checksum/)]);
  const found = openDatabase(others.connection, () => {});
  onTestFinished(() => found.close());
  expect((await tableSums(found))["public.tags"]).toBe(saved["public.tags"]);
});

test("the commands back up and restore the bucket of the environment", async () => {
  const folder = await mkdtemp(join(tmpdir(), "manabiya-backup-"));
  const buckets = await startBuckets(["full", "empty"]);
  const databases = [await createTestDatabase(), await createTestDatabase()] as const;
  onTestFinished(async () => {
    await buckets.close();
    for (const database of databases) await database.drop();
    await rm(folder, { recursive: true });
  });
  const environment = (bucket: string, DATABASE_URL: string) => {
    const { region, endpoint, accessKeyId, secretAccessKey } = buckets.settings(bucket);
    return {
      DATABASE_URL,
      DATA_DIR: folder,
      S3_BUCKET: bucket,
      S3_REGION: region,
      S3_ENDPOINT: endpoint ?? "",
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: secretAccessKey,
    };
  };
  await (await openS3Storage(buckets.settings("full"))).write("videos", "film.webm", Buffer.from("film"));
  const target = join(folder, "kept");
  const backup = await run("backup", ["--to", target], environment("full", databases[0].url));
  expect([backup.code, backup.output]).toEqual([0, expect.stringContaining("and 1 files")]);
  const restore = await run("restore", ["--from", target], environment("empty", databases[1].url));
  expect([restore.code, restore.output]).toEqual([0, expect.stringMatching(/restored, every checksum/)]);
  expect(await (await openS3Storage(buckets.settings("empty"))).has("videos", "film.webm")).toBe(true);
  const { S3_REGION: _, ...half } = environment("full", databases[0].url);
  expect(await run("backup", ["--to", join(folder, "other")], half)).toEqual({
    code: 1,
    output: "Invalid settings: S3_REGION: set it with the other S3 variables\n",
  });
});

test.each([
  [
    "backup",
    [],
    {},
    "Usage: npm run backup -- --to FOLDER [--open] [--without-prepared] [--store COMMAND] [--settings FILE]\n",
  ],
  ["restore", ["--from"], {}, "Usage: npm run restore -- --from FOLDER [--replace | --open] [--settings FILE]\n"],
  [
    "backup",
    ["--to", "x"],
    { DATA_DIR: "/nowhere" },
    "There is no database in /nowhere; set DATA_DIR or DATABASE_URL.\n",
  ],
])("%s %j is refused in one sentence", async (command, args, environment, output) => {
  expect(await run(command, args, environment)).toEqual({ code: 1, output });
});
