import { DatabaseSync } from "node:sqlite";
import { OperatorError } from "../../runtime/operator-error.ts";

const sqliteBusy = 5;

/**
 * Takes `file` for this process alone, until the returned function is called or the process ends in any way.
 * Throws OperatorError, with `held` as its sentence, while another process has it.
 *
 * SQLite is here for its file lock only: it is the one lock in Node that the operating system itself releases
 * when its holder is killed, so no stale lock needs judging, and of many simultaneous starts exactly one wins.
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
