import "./db/drizzle-as-commonjs.ts";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { describe } from "./backup/describe.ts";
import { restoreBackup } from "./backup/restore.ts";
import { openBucket } from "./media/open-storage.ts";
import { connect } from "./db/connect.ts";
import { readPlace } from "./env.ts";
import { exitOnFault } from "./exit-on-fault.ts";
import { StartupFault } from "./startup-fault.ts";

const USAGE = "Usage: npm run restore -- --from FOLDER [--replace]";

// `npm run restore`: a backup into an empty database and DATA_DIR, with --replace into any. The server must be stopped.
await exitOnFault(async () => {
  const { from, replace } = readOptions(process.argv.slice(2));
  const folder = resolve(from);
  const place = readPlace(process.env);
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
});

function readOptions(args: string[]): { from: string; replace: boolean } {
  try {
    const options = { from: { type: "string" }, replace: { type: "boolean" } } as const;
    const { from = "", replace = false } = parseArgs({ args, options }).values;
    if (from !== "") return { from, replace };
  } catch {
    // Said below.
  }
  throw new StartupFault(USAGE);
}
