import { spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { connect } from "../db/connect.ts";
import { runningConnection } from "../db/embedded/running.ts";
import { readStorageEnv } from "../config/config.ts";
import type { Command } from "../config/command.ts";
import { openBucket } from "../files/storage/open-storage.ts";
import { OperatorError } from "../errors/operator-error.ts";
import { importService } from "../backup/import-service.ts";
import type { Manifest } from "../backup/manifest.ts";
import { restoreBackup } from "../backup/restore.ts";
import { recordBackup } from "../jobs/backup-record.ts";
import { takeBackup } from "../backup/take.ts";
import { readOptions } from "./options.ts";

const BACKUP = {
  to: { type: "string" },
  open: { type: "boolean" },
  store: { type: "string" },
  "without-prepared": { type: "boolean" },
} as const;
const BACKUP_USAGE = "backup --to FOLDER [--open] [--without-prepared] [--store COMMAND] [--settings FILE]";

const RESTORE = { from: { type: "string" }, replace: { type: "boolean" }, open: { type: "boolean" } } as const;
const RESTORE_USAGE = "restore --from FOLDER [--replace | --open] [--settings FILE]";

/**
 * Copies database and files into a new folder, also while a server runs. With `--open` it writes the open export. With
 * `--store` the backup counts only when that shell command has stored it elsewhere.
 */
export const backup: Command = async (args, environment) => {
  const given = readOptions(args, BACKUP, BACKUP_USAGE, ({ to }) => Boolean(to));
  const { to = "", open = false, store, "without-prepared": isLean = false } = given;
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
      isLean ? "prepared" : "nothing",
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
  const isUsable = (given: { from?: string; replace?: boolean; open?: boolean }) =>
    Boolean(given.from) && !(given.open && given.replace);
  const { from = "", replace = false, open = false } = readOptions(args, RESTORE, RESTORE_USAGE, isUsable);
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
