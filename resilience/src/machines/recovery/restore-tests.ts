import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import type { Finding } from "../../finding.ts";
import { judgePlanted, judgeRestoreTest, type RestoreTest } from "./judge.ts";
import type { RecoveredService } from "./recovered-service.ts";
import type { Scripts } from "./scripts.ts";

const FILM = "files/media/videos/film-2.webm";

/** The weekly test of a right backup, and of damaged ones. */
export async function runRestoreTests(service: RecoveredService, scripts: Scripts): Promise<Finding[]> {
  const test = async (): Promise<RestoreTest> => {
    const { code, output } = await scripts.run("backup/manabiya-restore-test");
    const hasFailed = (await service.metric("manabiya_backup_test_failed")) === 1;
    return { code, output, hasFailed, provenAge: await service.metric("manabiya_backup_proven_age_seconds") };
  };
  await scripts.right("backup/manabiya-backup");
  const findings = judgeRestoreTest(await test());
  await damageNewest(scripts, (folder) => rm(join(folder, FILM)));
  findings.push(judgePlanted("a backup that lacks a file", /lacks .*film-2\.webm/, await test()));
  await scripts.right("backup/manabiya-backup");
  await damageNewest(scripts, changeRow);
  findings.push(judgePlanted("a changed row", /tags\.copy\.gz was changed/, await test()));
  await service.loseFilm(3);
  await scripts.right("backup/manabiya-backup");
  findings.push(judgePlanted("a video's file that was lost before the backup", /film-3\.webm of video/, await test()));
  return findings;
}

/** Puts a damaged copy of the newest backup after it into the repository. */
async function damageNewest(scripts: Scripts, damage: (folder: string) => Promise<void>): Promise<void> {
  const of = ["--quiet", "--host", "manabiya", "--tag", "nightly"];
  await scripts.restic("restore", "latest", ...of, "--target", scripts.folder);
  await damage(join(scripts.folder, "nightly"));
  await scripts.restic("backup", ...of, "nightly");
}

async function changeRow(folder: string): Promise<void> {
  const path = join(folder, "tables/tags.copy.gz");
  const rows = gunzipSync(await readFile(path));
  // A digit of the first row.
  rows[0] = (rows[0] ?? 0) ^ 1;
  await writeFile(path, gzipSync(rows));
}
