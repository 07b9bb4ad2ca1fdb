import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type pg from "pg";
import { OperatorError } from "../errors/operator-error.ts";
import { isReadOnly } from "./unavailable.ts";
import { withClient } from "./with-client.ts";

const folder = fileURLToPath(new URL("./migrations", import.meta.url));

/** Releases before 0043 run a migration only if its time is later than this column. No time of theirs is so late. */
const LATER_THAN_EARLIER_RELEASES = 1_800_000_000_000;

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
    await withClient(connection, runMigrations);
  } catch (error) {
    if (!isReadOnly(error)) throw error;
    throw new OperatorError("The database is read-only, as a standby is: wait for its promotion or name the primary.", {
      cause: error,
    });
  }
}

async function runMigrations(client: pg.Client): Promise<void> {
  await createLockTable(client);
  // Behind a pooler the connection may have another client's limit.
  await client.query("begin; set local statement_timeout = 0");
  // Releases that migrated by Drizzle lock the same table.
  await client.query("lock table drizzle.turn in access exclusive mode");
  await createMigrationsTable(client);
  const { rows } = await client.query<{ done: number }>(
    "select count(*)::int as done from drizzle.__drizzle_migrations",
  );
  for (const migration of (await readMigrations()).slice(rows[0]?.done)) {
    for (const statement of migration.statements) await client.query(statement);
    await recordMigration(client, migration);
  }
  await client.query("commit");
}

/** One file of `migrations`. A database that was migrated has a row for each, in their order. */
export type Migration = Awaited<ReturnType<typeof readMigrations>>[number];

/** Every migration of this release, oldest first. */
export async function readMigrations() {
  const files = (await readdir(folder)).filter((name) => name.endsWith(".sql")).toSorted();
  return Promise.all(
    files.map(async (name, index) => {
      const text = await readFile(join(folder, name), "utf8");
      const hash = createHash("sha256").update(text).digest("hex");
      const created_at = LATER_THAN_EARLIER_RELEASES + index;
      return {
        /** Its number and title, such as `0009_job-success`. */
        tag: name.slice(0, -".sql".length),
        /** SHA-256 of its file. */
        hash,
        created_at,
        statements: text.split("--> statement-breakpoint"),
      };
    }),
  );
}

/** Names of the tables of this release and of every earlier one, in order. */
export async function tablesOfEveryRelease(): Promise<string[]> {
  const statements = (await readMigrations()).flatMap((migration) => migration.statements);
  const created = statements.flatMap((text) =>
    [...text.matchAll(/^\s*create table "?(\w+)/gim)].map(([, name]) => name ?? ""),
  );
  return [...new Set(created)].toSorted();
}

/** The table in which databases of every release list their migrations, by the names of Drizzle, which made it first. */
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
