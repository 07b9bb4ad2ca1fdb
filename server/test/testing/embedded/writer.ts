// A process that tests kill: it opens the database of a folder as the server does, writes one row after the other and
// prints a line of JSON per acknowledged row.
import { existsSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { OperatorError } from "../../../src/errors/operator-error.ts";
import { openEmbedded } from "../../../src/db/embedded.ts";
import { readPostmasterFile } from "../../../src/db/embedded/postmaster-file.ts";

const [dataDir = "", systemDirectory = "/var/lib/manabiya"] = process.argv.slice(2);
const say = (event: Record<string, unknown>) => process.stdout.write(`${JSON.stringify(event)}\n`);

const began = performance.now();
const database = await openEmbedded({ dataDir, systemDirectory, log: (line) => say({ log: line }) }).catch(
  (error: unknown) => {
    if (!(error instanceof OperatorError)) throw error;
    say({ refused: error.message });
    return undefined;
  },
);
if (!database) process.exit(1);

const took = performance.now() - began;
let running = true;
process.once("SIGTERM", () => (running = false));

const pool = new pg.Pool({ ...database.connection, max: 2 });
pool.on("error", () => {});
await pool.query("CREATE TABLE IF NOT EXISTS writes (id text PRIMARY KEY)");
const file = await readPostmasterFile(database.databaseDirectory);
say({ open: database.databaseDirectory, postgres: file?.pid, milliseconds: Math.round(took) });

for (let count = 1; running; count += 1) {
  const id = `${process.pid}-${count}`;
  await pool.query("INSERT INTO writes VALUES ($1)", [id]).then(
    () => say({ acknowledged: id }),
    () => pause(20),
  );
}
await pool.end();
await database.stop();
say({ stopped: !existsSync(`${database.databaseDirectory}/postmaster.pid`) });
