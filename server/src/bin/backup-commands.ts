import { spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { connect } from "../db/connect.ts";
import { runningConnection } from "../db/embedded/running.ts";
import { readStorageEnv } from "../config/config.ts";
import type { Command } from "../config/command.ts";
import { openBucket } from "../files/storage/open-storage.ts";
import { operatorCommand } from "../errors/operator-command.ts";
import { OperatorError } from "../errors/operator-error.ts";
import { importService } from "../backup/import-service.ts";
import type { Manifest } from "../backup/manifest.ts";
import { restoreBackup } from "../backup/restore.ts";
import { recordBackup } from "../jobs/backup-record.ts";
import { takeBackup } from "../backup/take.ts";

/**
 * Copies database and files into a new folder, also while a server runs. With `--open` it writes the open export. With
 * `--store` the backup counts only when that shell command has stored it elsewhere.
 */
export const backup: Command = async (args, environment) => {
  const { to, open, store, leftOut } = readBackupOptions(args);
  const folder = resolve(to);
  const storage = readStorageEnv(environment);
  const running = storage.databaseUrl === null ? await runningConnection(storage.dataDir) : null;
  const connection = running ? { config: running, close: async () => {} } : await connect(storage, console.error);
  const began = performance.now();
  try {
    const { config } = connection;
    const { dataDir } = storage;
    const bucket = await openBucket(storage);
    const startedAt = new Date();
    const manifest = await takeBackup(
      { config, dataDir, bucket },
      folder,
      console.error,
      open ? "csv" : "text",
      leftOut,
    );
    if (store !== undefined && spawnSync("sh", ["-c", store], { stdio: "inherit" }).status !== 0) {
      throw new OperatorError("The command of --store failed, so that this backup does not count.");
    }
    // An export is no safeguard.
    if (!open) await recordBackup(config, startedAt, console.error);
    console.log(`${describe(manifest, performance.now() - began)} kept in ${folder}`);
  } finally {
    await connection.close();
  }
};

/** Restores into an empty database and DATA_DIR, or with `--replace` into any. With `--open` it takes an open export in. */
export const restore: Command = async (args, environment) => {
  const { from, replace, open } = readRestoreOptions(args);
  const folder = resolve(from);
  const storage = readStorageEnv(environment);
  const connection = await connect(storage, console.error);
  const began = performance.now();
  try {
    const { config } = connection;
    const { dataDir } = storage;
    const bucket = await openBucket(storage);
    const location = { config, dataDir, bucket };
    const manifest = await (open ? importService(location, folder) : restoreBackup(location, folder, { replace }));
    console.log(`${describe(manifest, performance.now() - began)} restored, every checksum the backup's`);
  } finally {
    await connection.close();
  }
};

/** @param milliseconds duration */
function describe({ tables, files }: Manifest, milliseconds: number): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  const number = (value: number) => value.toLocaleString("en");
  return `${number(rows)} rows of ${tables.length} tables and ${number(files.length)} files (${number(Math.ceil(bytes / 1e6))} MB) in ${(milliseconds / 1000).toFixed(1)} s:`;
}

function readBackupOptions(args: string[]) {
  try {
    const options = {
      to: { type: "string" },
      open: { type: "boolean" },
      store: { type: "string" },
      "without-prepared": { type: "boolean" },
    } as const;
    const { to = "", open = false, store, ...more } = parseArgs({ args, options }).values;
    const leftOut = more["without-prepared"] ? ("prepared" as const) : ("nothing" as const);
    if (to !== "") return { to, open, store, leftOut };
  } catch {
    // The usage below answers an unknown option.
  }
  throw new OperatorError(
    `Usage: ${operatorCommand("backup --to FOLDER [--open] [--without-prepared] [--store COMMAND] [--settings FILE]")}`,
  );
}

function readRestoreOptions(args: string[]): { from: string; replace: boolean; open: boolean } {
  try {
    const options = { from: { type: "string" }, replace: { type: "boolean" }, open: { type: "boolean" } } as const;
    const { from = "", replace = false, open = false } = parseArgs({ args, options }).values;
    if (from !== "" && !(open && replace)) return { from, replace, open };
  } catch {
    // The usage below answers an unknown option.
  }
  throw new OperatorError(`Usage: ${operatorCommand("restore --from FOLDER [--replace | --open] [--settings FILE]")}`);
}
