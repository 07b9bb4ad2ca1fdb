import { chmod, mkdtemp, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import type pg from "pg";
import { IS_UNPLAYABLE, PLAYED } from "../catalogue/playback/queries.ts";
import { openEmbedded } from "../db/embedded.ts";
import { withClient } from "../db/with-client.ts";
import { OperatorError } from "../errors/operator-error.ts";
import { digestOfFile } from "./digest.ts";
import { type Manifest, readManifest } from "./manifest.ts";
import { restoreBackup } from "./restore.ts";
import { dropSchema } from "./schema-at.ts";

/** Ends the name of the database that a test may overwrite. */
const SCRATCH = "_scratch";

/**
 * Restores a backup into a scratch database and a scratch folder beside the backup, compares every table and every file
 * with the manifest, and removes both. It leaves the database and the files of the service alone.
 * @param databaseUrl the service's own database; null: the embedded one
 * @throws OperatorError when the backup does not restore
 */
export async function testBackup(folder: string, databaseUrl: string | null): Promise<Manifest> {
  await readManifest(folder);
  const dataDir = await mkdtemp(join(dirname(folder), "restore-test-"));
  // PostgreSQL's own user passes through it when we are root.
  await chmod(dataDir, 0o711);
  try {
    const database = (await openScratchDatabase(databaseUrl)) ?? (await openOwnDatabase(dataDir));
    try {
      const { config } = database;
      const manifest = await restoreBackup({ config, dataDir, bucket: null }, folder, { replace: true });
      await compareFiles(dataDir, manifest);
      await checkFilms(config, manifest);
      return manifest;
    } finally {
      await database.drop();
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true, maxRetries: 10 });
  }
}

interface ScratchDatabase {
  config: pg.ClientConfig;
  drop(): Promise<void>;
}

/** @returns the database beside the service's own with the suffix `_scratch`; null: the operator made none */
async function openScratchDatabase(databaseUrl: string | null): Promise<ScratchDatabase | null> {
  if (databaseUrl === null) return null;
  const url = new URL(databaseUrl);
  if (url.pathname.length <= 1) return null;
  url.pathname += SCRATCH;
  const config = { connectionString: url.href };
  const isThere = await withClient(config, async () => true).catch(() => false);
  return isThere ? { config, drop: () => withClient(config, dropSchema) } : null;
}

/** A PostgreSQL of our own in the scratch folder. */
async function openOwnDatabase(dataDir: string): Promise<ScratchDatabase> {
  const postgres = await openEmbedded({ dataDir, log: () => {}, durable: false });
  return {
    config: postgres.connection,
    drop: async () => {
      await postgres.stop();
      // It is outside of `dataDir` when PostgreSQL's user could not reach that.
      await rm(dirname(postgres.databaseDirectory), { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

/** Reads the restored files again from the disk. */
async function compareFiles(dataDir: string, { files }: Manifest): Promise<void> {
  for (const { path, sha256 } of files) {
    const found = await digestOfFile(join(dataDir, path));
    if (found.sha256 !== sha256) throw new OperatorError(`${path} is not what the backup holds after all.`);
  }
}

/** Finds a backup that agrees with its manifest and yet lacks the file of a video that members can play. */
async function checkFilms(config: pg.ClientConfig, { files }: Manifest): Promise<void> {
  const paths = new Set(files.map(({ path }) => path));
  await withClient(config, async (client) => {
    const { rows } = await client.query<{ id: number; path: string }>(
      `select v.id, 'media/videos/' || ${PLAYED} as path from videos v
        where v.host = 'file' and v.deleted_at is null and not ${IS_UNPLAYABLE} order by v.id`,
    );
    const missing = rows.filter(({ path }) => !paths.has(path));
    if (missing.length === 0) return;
    const [first] = missing;
    throw new OperatorError(
      `The backup lacks the files of ${missing.length} videos, such as ${first?.path} of video ${first?.id}.`,
    );
  });
}
