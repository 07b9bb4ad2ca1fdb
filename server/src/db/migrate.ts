import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { OperatorError } from "../runtime/operator-error.ts";
import { isReadOnly } from "./unavailable.ts";

const folder = fileURLToPath(new URL("./migrations", import.meta.url));

/** One migration as drizzle-kit wrote it. */
export interface Migration {
  /** Its number and title, such as `0009_job-success`. */
  tag: string;
  /** SHA-256 of its file. */
  hash: string;
  /** Milliseconds since 1970 at which it was written: the order in which migrations run. */
  created_at: number;
  statements: string[];
}

interface Journal {
  entries: { idx: number; when: number; tag: string }[];
}

/** PostgreSQL's answers when two sessions create the same object at once: the loser tries again. */
const CREATED_BY_ANOTHER = new Set(["23505", "42710", "42P06", "42P07"]);
const ATTEMPTS = 20;

/**
 * Brings the schema up to date. When several processes start together, one migrates and the others wait. It uses a
 * connection of its own, without a statement timeout.
 * @throws OperatorError for a database that does not accept writes
 */
export async function migrate(connection: pg.ClientConfig): Promise<void> {
  try {
    await runMigrations(connection);
  } catch (error) {
    if (!isReadOnly(error)) throw error;
    throw new OperatorError("The database is read-only, as a standby is: wait for its promotion or name the primary.", {
      cause: error,
    });
  }
}

async function runMigrations(connection: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(connection);
  try {
    await client.connect();
    await createLockTable(client);
    // Behind a pooler the connection may have another client's limit.
    await client.query("begin; set local statement_timeout = 0");
    // Releases that migrated by Drizzle lock the same table.
    await client.query("lock table drizzle.turn in access exclusive mode");
    await createMigrationsTable(client);
    const { rows } = await client.query<{ newest: string | null }>(
      "select max(created_at) as newest from drizzle.__drizzle_migrations",
    );
    const newest = Number(rows[0]?.newest ?? 0);
    for (const migration of await readMigrations()) {
      if (migration.created_at <= newest) continue;
      for (const statement of migration.statements) await client.query(statement);
      await recordMigration(client, migration);
    }
    await client.query("commit");
  } finally {
    await client.end();
  }
}

/** Every migration of this release, oldest first. */
export async function readMigrations(): Promise<Migration[]> {
  const { entries } = await readJournal();
  return Promise.all(
    entries.map(async ({ when, tag }) => {
      const text = await readFile(join(folder, `${tag}.sql`), "utf8");
      const hash = createHash("sha256").update(text).digest("hex");
      return { tag, hash, created_at: when, statements: text.split("--> statement-breakpoint") };
    }),
  );
}

/** Milliseconds since 1970 at which our newest migration was written. */
export async function newestMigration(): Promise<number> {
  const { entries } = await readJournal();
  return Math.max(...entries.map(({ when }) => when));
}

/** Names of the tables that our newest migration leaves, in order. */
export async function newestTables(): Promise<string[]> {
  const { entries } = await readJournal();
  return (await tablesAfter(Math.max(...entries.map(({ idx }) => idx)))).toSorted();
}

/** Names of the tables of this release and of every earlier one, in order. */
export async function tablesOfEveryRelease(): Promise<string[]> {
  const { entries } = await readJournal();
  const tables = await Promise.all(entries.map(({ idx }) => tablesAfter(idx)));
  return [...new Set(tables.flat())].toSorted();
}

/** Names of the tables that a migration leaves, by the snapshot that drizzle-kit wrote with it. */
async function tablesAfter(index: number): Promise<string[]> {
  const snapshot = await readMeta(`${String(index).padStart(4, "0")}_snapshot.json`);
  const { tables } = snapshot as { tables: Record<string, { name: string }> };
  return Object.values(tables).map(({ name }) => name);
}

/** The table in which databases of every release list their migrations: Drizzle's, by its names. */
export async function createMigrationsTable(client: pg.ClientBase): Promise<void> {
  await client.query("create schema if not exists drizzle");
  await client.query(
    "create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)",
  );
}

export async function recordMigration(
  client: pg.ClientBase,
  { hash, created_at }: Pick<Migration, "hash" | "created_at">,
): Promise<void> {
  await client.query("insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)", [hash, created_at]);
}

const readMeta = async (name: string): Promise<unknown> =>
  JSON.parse(await readFile(join(folder, "meta", name), "utf8"));

const readJournal = async () => (await readMeta("_journal.json")) as Journal;

async function createLockTable(client: pg.Client, attempt = 1): Promise<void> {
  try {
    await client.query("create schema if not exists drizzle");
    await client.query("create table if not exists drizzle.turn ()");
  } catch (error) {
    const isRace = CREATED_BY_ANOTHER.has((error as { code?: string }).code ?? "");
    if (!isRace || attempt === ATTEMPTS) throw error;
    return createLockTable(client, attempt + 1);
  }
}
