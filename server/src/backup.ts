import "./db/drizzle-as-commonjs.ts";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { describe } from "./backup/describe.ts";
import { takeBackup } from "./backup/take.ts";
import { openBucket } from "./media/open-storage.ts";
import { connect } from "./db/connect.ts";
import { runningConnection } from "./db/embedded/running.ts";
import { readPlace } from "./env.ts";
import { exitOnFault } from "./exit-on-fault.ts";
import { StartupFault } from "./startup-fault.ts";

const USAGE = "Usage: npm run backup -- --to FOLDER";

// `npm run backup`: database and files into a new folder, while the server goes on.
await exitOnFault(async () => {
  const folder = resolve(readFolder(process.argv.slice(2)));
  const place = readPlace(process.env);
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
});

function readFolder(args: string[]): string {
  try {
    const { to = "" } = parseArgs({ args, options: { to: { type: "string" } } }).values;
    if (to !== "") return to;
  } catch {
    // Said below.
  }
  throw new StartupFault(USAGE);
}
