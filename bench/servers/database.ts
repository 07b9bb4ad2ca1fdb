import { chmod, mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openEmbedded } from "@manabiya/server/src/db/embedded.ts";
import { migrate } from "@manabiya/server/src/db/migrate.ts";
import { openDatabase, type DatabasePool } from "@manabiya/server/src/db/open.ts";
import { load } from "../data/load.ts";
import type { DataSet } from "../data/sets.ts";

/** A PostgreSQL with one set. */
export interface BenchDatabase {
  set: DataSet;
  url: string;
  db: DatabasePool;
  /** The process whose children are PostgreSQL's backends. */
  pid: number;
  directory: string;
  close(): Promise<void>;
}

/**
 * Loads a set without durability, then reopens it as in production.
 * @param folderOfSets keeps loaded sets for the next run; null: a temporary folder
 * @param onIdleError is called when an unused connection breaks
 */
export async function openSet(
  set: DataSet,
  folderOfSets: string | null,
  onIdleError: (error: Error) => void = (error) => {
    throw error;
  },
): Promise<BenchDatabase> {
  const folder =
    folderOfSets === null ? await mkdtemp(join(tmpdir(), "manabiya-bench-")) : join(folderOfSets, set.name);
  await mkdir(folder, { recursive: true });
  // PostgreSQL's own user passes through it when we are root; its data has a private folder inside.
  await chmod(folder, 0o711);
  await fill(folder, set);
  const postgres = await openEmbedded({ dataDir: folder });
  let isClosing = false;
  // A connection that is being closed may still report that PostgreSQL stops.
  const db = openDatabase({ ...postgres.connection, statement_timeout: 0 }, (error) => {
    if (!isClosing) onIdleError(error);
  });
  const file = await readFile(join(postgres.databaseDirectory, "postmaster.pid"), "utf8");
  return {
    set,
    url: postgres.url,
    db,
    pid: Number(file.split("\n")[0]),
    directory: postgres.databaseDirectory,
    close: async () => {
      isClosing = true;
      await db.close();
      await postgres.stop();
      if (folderOfSets === null) await rm(folder, { recursive: true });
    },
  };
}

async function fill(folder: string, set: DataSet): Promise<void> {
  const postgres = await openEmbedded({ dataDir: folder, durable: false });
  try {
    await migrate(postgres.connection);
    const db = openDatabase(postgres.connection, () => {});
    const { rows } = await db.query<{ filled: boolean }>({
      text: "select exists (select from member_counts) as filled",
    });
    await db.close();
    if (!rows[0]?.filled) await load(postgres.connection, set);
  } finally {
    await postgres.stop();
  }
}
