import { createWriteStream } from "node:fs";
import { mkdir, readdir } from "node:fs/promises";
import { dirname } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import type pg from "pg";
import { withClient } from "../db/with-client.ts";
import { OperatorError } from "../errors/operator-error.ts";
import { Digest } from "./digest.ts";
import { type FileLocation, filesOf, copyToBackup } from "./files.ts";
import {
  type BackupFile,
  type BackupTable,
  type CopyFormat,
  type Manifest,
  tablePath,
  writeManifest,
} from "./manifest.ts";
import { isExported, isExportedFile } from "./open-export.ts";
import { quoted, readTable, sequencesOf, type Shape, shapesOf, setCopySettings, tablesIn } from "./tables.ts";

/** The fastest level shrinks the repetitive text to a quarter and keeps up with the disk. */
const GZIP = { level: 1 };

/**
 * Copies database and files into an empty folder while the server runs. One transaction reads one snapshot, and files
 * never change under their name.
 * @param warn receives a line per file that was deleted meanwhile
 * @param leftOut `prepared`: without the files that the server makes again of a film's original
 * @param format `csv`: the open export, without what only this installation needs
 * @throws OperatorError
 */
export async function takeBackup(
  { config, ...location }: FileLocation & { config: pg.ClientConfig },
  folder: string,
  warn: (line: string) => void,
  format: CopyFormat = "text",
  leftOut: "nothing" | "prepared" = "nothing",
): Promise<Manifest> {
  const isOpen = format === "csv";
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 0) {
    throw new OperatorError(`${folder} is not empty: name a new folder for the backup.`);
  }
  return withClient({ ...config, application_name: "manabiya-backup" }, async (client) => {
    const names = await tablesIn(client);
    if (names.length === 0) throw new OperatorError("The database is empty: there is nothing to back up.");
    await client.query("begin isolation level repeatable read read only");
    await setCopySettings(client);
    // The locks block migrations. They precede the first query, which takes the snapshot: in an older snapshot a table
    // that was rewritten meanwhile would be empty.
    await client.query(`lock table ${quoted(names)} in access share mode`);
    if ((await tablesIn(client)).join() !== names.join()) {
      throw new OperatorError("The schema changed while the backup began: run it again.");
    }
    const shapes = await shapesOf(client, isOpen ? names.filter(isExported) : names);
    const { rows: migrations } = await client.query<Manifest["migrations"][number]>(
      "select hash, created_at::float8 as created_at from drizzle.__drizzle_migrations order by id",
    );
    const hasUploads = names.includes("video_uploads");
    const { rows: uploads } = await client.query<{ id: string }>(
      hasUploads ? "select id from video_uploads" : "select '' as id limit 0",
    );
    const { rows: moment } = await client.query<{ at: Date }>("select now() as at");
    const ids = uploads.map(({ id }) => id);
    // Files first: those of the snapshot may be deleted later, and additional ones do no harm.
    const files: BackupFile[] = [];
    const { rows: prepared } = await client.query<{ path: string }>(
      leftOut === "prepared" && names.includes("film_files")
        ? `select 'media/videos/' || name as path from film_files join film_preparations using (film) where has_original`
        : "select '' as path limit 0",
    );
    const made = new Set(prepared.map(({ path }) => path));
    for (const path of await filesOf(location, ids, warn)) {
      if ((isOpen && !isExportedFile(path)) || made.has(path)) continue;
      const copied = await copyToBackup(location, path, folder);
      if (copied) files.push(copied);
      else warn(`${path} was deleted while the backup ran and is not in it.`);
    }
    const tables: BackupTable[] = [];
    for (const shape of shapes) tables.push(await copyTable(client, shape, folder, format));
    const sequences = await sequencesOf(
      client,
      shapes.map(({ name }) => name),
    );
    await client.query("commit");
    const taken_at = (moment[0]?.at ?? new Date()).toISOString();
    const manifest: Manifest = { format: 1, taken_at, migrations, tables, sequences, files };
    await writeManifest(folder, manifest);
    return manifest;
  });
}

async function copyTable(
  client: pg.ClientBase,
  shape: Shape,
  folder: string,
  format: CopyFormat,
): Promise<BackupTable> {
  const { name, columns } = shape;
  const target = tablePath(folder, name, format);
  await mkdir(dirname(target), { recursive: true, mode: 0o700 });
  const rows = readTable(client, shape, format);
  const digest = new Digest();
  const out = createWriteStream(target, { flags: "wx", mode: 0o600, flush: true });
  await pipeline([rows, digest, ...(format === "csv" ? [] : [createGzip(GZIP)]), out]);
  return { name, columns, rows: rows.rowCount, sha256: digest.sha256 };
}
