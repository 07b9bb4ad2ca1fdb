import { resolve } from "node:path";
import { runningConnection } from "../../db/embedded/running.ts";
import { testBackup } from "../../backup/restore-test.ts";
import { recordRestoreTest } from "../../jobs/backup-record.ts";
import { readStorageEnv } from "../../config/config.ts";
import type { Command } from "../../config/command.ts";
import { readOptions } from "../options.ts";

/** Restores a backup into a scratch database and folder, and records for the dashboard and the alarms how that ended. */
export const verifyBackupCommand: Command = async (args, environment) => {
  const usage = "manage verify-backup --from FOLDER";
  const { from = "" } = readOptions(args, { from: { type: "string" } }, usage, (given) => Boolean(given.from));
  const folder = resolve(from);
  const { databaseUrl, dataDir } = readStorageEnv(environment);
  const service =
    databaseUrl === null ? await runningConnection(dataDir).catch(() => null) : { connectionString: databaseUrl };
  const startedAt = new Date();
  const record = async (takenAt: string | null) => {
    if (service !== null) await recordRestoreTest(service, { startedAt, takenAt }, console.error);
    else console.error("The dashboard will not show this test: no server runs.");
  };
  try {
    const { taken_at, tables, files } = await testBackup(folder, databaseUrl);
    await record(taken_at);
    console.log(
      `The backup of ${taken_at} restores: ${tables.length} tables and ${files.length} files are the backup's.`,
    );
  } catch (error) {
    await record(null);
    throw error;
  }
};
