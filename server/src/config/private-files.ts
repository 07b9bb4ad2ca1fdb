import { chmod, chown, lstat, readdir, stat } from "node:fs/promises";
import { join } from "node:path";

/** Modes of everything below DATA_DIR: films are paid for, and mails and keys are secret. */
export const PRIVATE_FOLDER = 0o700;
export const PRIVATE_FILE = 0o600;

/** Permissions of the group and of others. */
const OTHERS = 0o077;

/** DATA_DIR when PostgreSQL runs as another user, whose group may enter it. */
const ENTERED_BY_GROUP = 0o710;
/** The same when the group cannot be set: others may enter, but not list. */
const ENTERED_BY_ALL = 0o711;

/** PostgreSQL keeps its folder closed itself. */
const DATABASE = "postgres";

/**
 * Takes the permissions of the group and of others from DATA_DIR and everything in it. Earlier releases made files that
 * every user of the machine could read.
 * @param warn receives the error of an entry that belongs to somebody else
 */
export async function closeToOthers(dataDir: string, warn: (error: unknown) => void): Promise<void> {
  if (process.platform === "win32") return;
  try {
    for (const name of await readdir(dataDir)) {
      // Another user may have mounted a folder of films here.
      if (name !== DATABASE) await closeEntry(join(dataDir, name)).catch(warn);
    }
    await closeDataDir(dataDir);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") warn(error);
  }
}

/** The content first: a folder that is closed already was made by this release, and so was its content. */
async function closeEntry(path: string): Promise<void> {
  try {
    const found = await lstat(path);
    const mode = found.mode & 0o777;
    if ((mode & OTHERS) === 0 || !(found.isFile() || found.isDirectory())) return;
    if (found.isDirectory()) for (const name of await readdir(path)) await closeEntry(join(path, name));
    await chmod(path, mode & ~OTHERS);
  } catch (error) {
    // Another process may have deleted it.
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
}

/** A database folder of another user must stay reachable for that user. */
async function closeDataDir(dataDir: string): Promise<void> {
  const folder = await stat(dataDir);
  const database = await stat(join(dataDir, DATABASE)).catch(() => folder);
  if (database.uid === folder.uid) return chmod(dataDir, PRIVATE_FOLDER);
  if (folder.uid !== process.getuid?.()) return chmod(dataDir, ENTERED_BY_ALL);
  await chown(dataDir, folder.uid, database.gid);
  return chmod(dataDir, ENTERED_BY_GROUP);
}
