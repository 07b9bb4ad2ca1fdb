import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { connect } from "../db/connect.ts";
import { runningConnection } from "../db/embedded/running.ts";
import { readStorageEnv } from "../config/config.ts";
import type { Command } from "../bin/manage/command.ts";
import { openBucket } from "../files/storage/open-storage.ts";
import { OperatorError } from "../runtime/operator-error.ts";
import { describe } from "./describe.ts";
import { restoreBackup } from "./restore.ts";
import { takeBackup } from "./take.ts";

/** Keeps database and files in a new folder, also those of a server that runs. */
export const backup: Command = async (args, environment) => {
  const folder = resolve(readFolder(args));
  const place = readStorageEnv(environment);
  const running = place.databaseUrl === null ? await runningConnection(place.dataDir) : null;
  const connection = running
    ? { config: running, close: async () => {} }
    : await connect(place, console.error);
  const began = performance.now();
  try {
    const { config } = connection;
    const { dataDir } = place;
    const bucket = await openBucket(place);
    const manifest = await takeBackup({ config, dataDir, bucket }, folder, console.error);
    console.log(`${describe(manifest, performance.now() - began)} kept in ${folder}`);
  } finally {
    await connection.close();
  }
};

/** Brings a backup into an empty database and DATA_DIR, with `--replace` into any. */
export const restore: Command = async (args, environment) => {
  const { from, replace } = readOptions(args);
  const folder = resolve(from);
  const place = readStorageEnv(environment);
  const connection = await connect(place, console.error);
  const began = performance.now();
  try {
    const { config } = connection;
    const { dataDir } = place;
    const bucket = await openBucket(place);
    const manifest = await restoreBackup({ config, dataDir, bucket }, folder, { replace });
    console.log(`${describe(manifest, performance.now() - began)} restored, every checksum the backup's`);
  } finally {
    await connection.close();
  }
};

function readFolder(args: string[]): string {
  try {
    const { to = "" } = parseArgs({ args, options: { to: { type: "string" } } }).values;
    if (to !== "") return to;
  } catch {
    // Said below.
  }
  throw new OperatorError("Usage: npm run backup -- --to FOLDER");
}

function readOptions(args: string[]): { from: string; replace: boolean } {
  try {
    const options = { from: { type: "string" }, replace: { type: "boolean" } } as const;
    const { from = "", replace = false } = parseArgs({ args, options }).values;
    if (from !== "") return { from, replace };
  } catch {
    // Said below.
  }
  throw new OperatorError("Usage: npm run restore -- --from FOLDER [--replace]");
}
