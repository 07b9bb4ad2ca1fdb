import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { openEmbedded } from "@manabiya/server/src/db/embedded.ts";
import { installedBinaries } from "@manabiya/server/src/db/embedded/binaries.ts";
import { OperatorError } from "@manabiya/server/src/errors/operator-error.ts";
import { openDebianCluster } from "./debian-cluster.ts";
import type { ScratchDatabase } from "./scratch-database.ts";

/** Debian's programs, one folder per version. */
const DEBIAN = "/usr/lib/postgresql";
const OLDEST = 15;

/** The name that `verify-backup` gives the database in which it restores. */
const RESTORED = "manabiya_scratch";

/**
 * Starts PostgreSQL from the npm package or, in a release, from Debian's package. The service's own PostgreSQL is not asked.
 * @throws OperatorError when there is neither
 */
export async function openScratchDatabase(folder: string, debian = DEBIAN): Promise<ScratchDatabase> {
  const isPackaged = await installedBinaries().then(
    () => true,
    () => false,
  );
  const database = isPackaged ? await openPackaged(folder) : await openDebianCluster(folder, newest(debian));
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(`create database ${RESTORED}`);
  await client.end();
  return database;
}

async function openPackaged(folder: string): Promise<ScratchDatabase> {
  const log = () => undefined;
  const { url, databaseDirectory, stop } = await openEmbedded({
    dataDir: join(folder, "database"),
    systemDirectory: join(folder, "system"),
    durable: false,
    log,
  });
  // Its supervisor starts it again.
  return { url, directory: databaseDirectory, stop, ended: new Promise(() => undefined) };
}

/** @returns the folder of the newest version's programs @throws OperatorError */
export function newest(debian: string): string {
  const versions = existsSync(debian) ? readdirSync(debian).map(Number) : [];
  const programs = versions
    .filter((version) => version >= OLDEST)
    .toSorted((one, other) => other - one)
    .map((version) => join(debian, String(version), "bin"))
    .find((path) => existsSync(join(path, "initdb")));
  if (programs !== undefined) return programs;
  throw new OperatorError(
    `There is no PostgreSQL ${OLDEST} or newer for the rehearsal: apt-get install postgresql, or npm ci in the repository. ` +
      "It starts a server of its own and leaves yours alone.",
  );
}
