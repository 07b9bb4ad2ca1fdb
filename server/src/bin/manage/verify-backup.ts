import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { runningConnection } from "../../db/embedded/running.ts";
import { testBackup } from "../../backup/restore-test.ts";
import { recordRestoreTest } from "../../jobs/backup-record.ts";
import { readStorageEnv } from "../../config/config.ts";
import { OperatorError } from "../../errors/operator-error.ts";
import type { Command } from "../../config/command.ts";
import { operatorCommand } from "../../errors/operator-command.ts";

/** Restores a backup into a scratch database and folder, and records for the dashboard and the alarms how that ended. */
export const verifyBackupCommand: Command = async (args, environment) => {
  const folder = resolve(readFolder(args));
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

function readFolder(args: string[]): string {
  try {
    const { from = "" } = parseArgs({ args, options: { from: { type: "string" } } }).values;
    if (from !== "") return from;
  } catch {
    // The usage below answers an unknown option.
  }
  throw new OperatorError(`Usage: ${operatorCommand("manage verify-backup --from FOLDER")}`);
}
