import { pipeline } from "node:stream/promises";
import type pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { migrate } from "../db/migrate.ts";
import type { DatabaseConfig } from "../db/pooler.ts";
import { withClient } from "../db/with-client.ts";
import { OperatorError } from "../errors/operator-error.ts";
import { digestOf } from "./digest.ts";
import { type FileLocation, conflictingFiles, restoreFile } from "./files.ts";
import { type BackupTable, type CopyFormat, type Manifest, openTable, tablePath } from "./manifest.ts";
import { createSchema, dropSchema, statementsFor, withoutIndexes } from "./schema-at.ts";
import { copyOptions, OF_AN_EXTENSION, quoted, readTable, setCopySettings, shapesOf, TABLES } from "./tables.ts";
import { verifyBackup } from "./verify.ts";

/** Tables that migrations fill: they have rows in an empty service. */
const NEVER_EMPTY = ["catalogue_version", "mailings", "synonym_groups"];

/** Milliseconds. */
const LOCK_TIMEOUT = 10_000;

/**
 * Restores a backup completely or not at all, and migrates it.
 * @param replace whether the current content of the database and DATA_DIR may be lost
 * @throws OperatorError
 */
export async function restoreBackup(target: Target, folder: string, { replace }: { replace: boolean }) {
  const manifest = await verifyBackup(folder);
  await statementsFor(manifest);
  await loadBackup(target, folder, manifest, async (client) => {
    await checkNoForeignTables(client);
    if (!replace) {
      await checkEmpty(client);
      const [conflict] = await conflictingFiles(target, manifest.files);
      if (conflict !== undefined) {
        throw new OperatorError(`There is another ${conflict} already; --replace would put the backup's in its place.`);
      }
    }
    await dropSchema(client);
    await createSchema(client, manifest);
  });
  await migrate(target.config);
  return manifest;
}

/** The database and the files that a backup replaces. */
export type Target = FileLocation & { config: DatabaseConfig };

/**
 * Loads the rows of a verified backup in one transaction, reads them again and commits only when every checksum matches.
 * @param prepare refuses content that must stay, and makes the backup's tables
 */
export async function loadBackup(
  { config, ...location }: Target,
  folder: string,
  { tables, sequences, files }: Manifest,
  prepare: (client: pg.Client) => Promise<void>,
  format: CopyFormat = "text",
): Promise<void> {
  await withClient({ ...config, application_name: "manabiya-restore" }, async (client) => {
    await checkNotServed(client, config);
    await client.query(`begin; set local lock_timeout = ${LOCK_TIMEOUT}`);
    await setCopySettings(client);
    await prepare(client);
    const makeIndexes = await withoutIndexes(client);
    // The backup contains the rows that migrations insert.
    await client.query(`truncate ${quoted(tables.map(({ name }) => name))}`);
    for (const { name, columns } of tables) {
      const into = client.query(copyFrom(`copy "${name}" (${quoted(columns)}) from stdin ${copyOptions(format)}`));
      await pipeline([...openTable(tablePath(folder, name, format), format), into]);
    }
    for (const { table, column, last_value, is_called } of sequences) {
      const values = [table, column, last_value, is_called];
      await client.query("select setval(pg_get_serial_sequence(quote_ident($1), $2), $3::bigint, $4)", values);
    }
    await makeIndexes();
    await compare(client, tables, format);
    for (const file of files) await restoreFile(folder, location, file);
    // Not VACUUM, which runs outside of a transaction and would meet a pooler's limit. Autovacuum follows.
    await client.query("analyze");
    await client.query("commit");
  });
}

/** @throws OperatorError when a table's checksum differs */
async function compare(client: pg.Client, tables: BackupTable[], format: CopyFormat): Promise<void> {
  const names = tables.map(({ name }) => name);
  const shapes = await shapesOf(client, names);
  for (const { name, rows, columns, sha256 } of tables) {
    const shape = shapes.find((each) => each.name === name);
    if (!shape) throw new OperatorError(`The backup's table ${name} is not in the schema.`);
    const stream = readTable(client, { ...shape, columns }, format);
    const found = await digestOf(stream);
    if (found.sha256 !== sha256 || stream.rowCount !== rows) {
      throw new OperatorError(`${name} is not what the backup holds after all; nothing was restored.`);
    }
  }
}

/**
 * A pooler keeps its connections with the name of the server that ended. One that serves asks for jobs every few seconds.
 * @throws OperatorError
 */
async function checkNotServed(client: pg.Client, { pooler = null }: DatabaseConfig): Promise<void> {
  const { rows } = await client.query(
    `select from pg_stat_activity
      where datname = current_database() and application_name = 'manabiya' and pid <> pg_backend_pid()
        and ($1 or state <> 'idle' or state_change > now() - interval '15 s') limit 1`,
    [pooler === null],
  );
  const since = pooler === null ? "" : " and wait 15 seconds";
  if (rows.length > 0) throw new OperatorError(`A server is using this database: stop it first${since}.`);
}

/** A restore drops tables, so it must not meet foreign ones. It leaves what belongs to an extension alone. */
async function checkNoForeignTables(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_class c
      where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')
        and not c.relname = any ($1) and not ${OF_AN_EXTENSION} limit 1`,
    [TABLES],
  );
  const [foreign] = rows;
  if (foreign) throw new OperatorError(`The database holds ${foreign.name}, which this release does not know.`);
}

async function checkEmpty(client: pg.Client): Promise<void> {
  for (const { name } of await shapesOf(client, TABLES)) {
    if (NEVER_EMPTY.includes(name)) continue;
    const { rows } = await client.query(`select from "${name}" limit 1`);
    if (rows.length > 0) {
      throw new OperatorError(
        `The database is not empty (${name} has rows): --replace would put the backup in its place.`,
      );
    }
  }
}
