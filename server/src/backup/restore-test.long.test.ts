import { mkdtemp, readdir, readFile, rm, unlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";
import { createVideo } from "../../test/testing/factories.ts";
import { tableSums } from "../../test/testing/table-sums.ts";
import { useTestApp } from "../../test/testing/test-app.ts";
import { verifyBackupCommand } from "../bin/manage/verify-backup.ts";
import { readManifest, tablePath, writeManifest } from "./manifest.ts";
import { takeBackup } from "./take.ts";

const t = useTestApp();

async function takenBackup() {
  const home = await mkdtemp(join(tmpdir(), "manabiya-restore-test-"));
  onTestFinished(() => rm(home, { recursive: true }));
  const folder = join(home, "backup");
  await takeBackup({ config: t.connection, dataDir: t.dataDir, bucket: null }, folder, () => {});
  return { home, folder };
}

const verify = (folder: string) =>
  verifyBackupCommand(["--from", folder], { DATABASE_URL: t.connection.connectionString, DATA_DIR: t.dataDir });

const recorded = async () =>
  Object.fromEntries(
    (
      await t.db.query<{ job: string; is_good: boolean }>({
        text: `select job, coalesce(succeeded_at >= started_at, false) as is_good from job_runs
                where job in ('restore-test', 'proven-backup')`,
      })
    ).rows.map(({ job, is_good }) => [job, is_good]),
  );

test("proves a backup, records it, leaves the service alone, and finds a lost file, a changed row and a lost film", async () => {
  await writeFile(join(t.dataDir, "media/videos/film.webm"), "the film");
  await createVideo(t.db, t.clock, { host: "file", video_id: "film.webm" });
  const before = await tableSums(t.db);
  const good = await takenBackup();
  await verify(good.folder);
  expect(await recorded()).toEqual({ "restore-test": true, "proven-backup": true });
  expect(await readdir(good.home)).toEqual(["backup"]);
  await t.db.query({ text: "delete from job_runs where job in ('restore-test', 'proven-backup')" });
  expect(await tableSums(t.db)).toEqual(before);

  const file = await takenBackup();
  await unlink(join(file.folder, "files/media/videos/film.webm"));
  await expect(verify(file.folder)).rejects.toThrow(/lacks .*film\.webm/);
  expect(await recorded()).toEqual({ "restore-test": false });

  const row = await takenBackup();
  const table = tablePath(row.folder, "videos");
  const rows = gunzipSync(await readFile(table)).toString();
  await writeFile(table, gzipSync(rows.replace("動画", "動面")));
  await expect(verify(row.folder)).rejects.toThrow(/videos\.copy\.gz was changed or damaged/);

  const film = await takenBackup();
  const manifest = await readManifest(film.folder);
  await rm(join(film.folder, "manifest.json"));
  await writeManifest(film.folder, { ...manifest, files: [] });
  await expect(verify(film.folder)).rejects.toThrow(/lacks the files of 1 videos, such as media\/videos\/film\.webm/);
});
