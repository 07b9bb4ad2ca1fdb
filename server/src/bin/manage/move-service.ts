import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { describe } from "../../backup/commands.ts";
import { importService } from "../../backup/import-service.ts";
import { takeBackup } from "../../backup/take.ts";
import { readStorageEnv } from "../../config/config.ts";
import { connect } from "../../db/connect.ts";
import { runningConnection } from "../../db/embedded/running.ts";
import { openBucket } from "../../files/storage/open-storage.ts";
import { OperatorError } from "../../runtime/operator-error.ts";
import type { Command } from "./command.ts";

/** Writes the whole service into open files, also while a server runs. */
export const exportService: Command = async (args, environment) => {
  const folder = readFolder(args, "to", "Usage: npm run manage -- export-service --to FOLDER");
  const storage = readStorageEnv(environment);
  const running = storage.databaseUrl === null ? await runningConnection(storage.dataDir) : null;
  const connection = running ? { config: running, close: async () => {} } : await connect(storage, console.error);
  const began = performance.now();
  try {
    const location = { config: connection.config, dataDir: storage.dataDir, bucket: await openBucket(storage) };
    const manifest = await takeBackup(location, folder, console.error, "csv");
    console.log(`${describe(manifest, performance.now() - began)} exported to ${folder}`);
  } finally {
    await connection.close();
  }
};

/** Takes such files into a service without accounts and videos. */
export const importServiceCommand: Command = async (args, environment) => {
  const folder = readFolder(args, "from", "Usage: npm run manage -- import-service --from FOLDER");
  const storage = readStorageEnv(environment);
  const connection = await connect(storage, console.error);
  const began = performance.now();
  try {
    const location = { config: connection.config, dataDir: storage.dataDir, bucket: await openBucket(storage) };
    const manifest = await importService(location, folder);
    console.log(`${describe(manifest, performance.now() - began)} imported, every checksum the export's`);
  } finally {
    await connection.close();
  }
};

function readFolder(args: string[], option: "to" | "from", usage: string): string {
  try {
    const given = parseArgs({ args, options: { [option]: { type: "string" as const } } }).values[option];
    if (given) return resolve(given);
  } catch {
    // The usage below answers an unknown option.
  }
  throw new OperatorError(usage);
}
