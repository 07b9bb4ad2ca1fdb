import { DatabaseSync } from "node:sqlite";
import { OperatorError } from "../../errors/operator-error.ts";

const sqliteBusy = 5;

/**
 * Locks `file` until the returned function is called or the process ends.
 *
 * SQLite serves as a file lock: it is the only lock in Node that the operating system releases when its holder is killed,
 * so there are no stale locks, and exactly one of several simultaneous starts gets it.
 * @throws OperatorError with the message `held` while another process holds the lock
 */
export function takeLock(file: string, held: string): () => void {
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
