import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate as runMigrations } from "drizzle-orm/node-postgres/migrator";
import pg from "pg";

export const migrationsFolder = fileURLToPath(new URL("./migrations", import.meta.url));

/** PostgreSQL's answers when two create the same thing at once: the loser looks again. */
const CREATED_BY_ANOTHER = new Set(["23505", "42710", "42P06", "42P07"]);
const ATTEMPTS = 20;

/**
 * Brings the schema up to date; does nothing when it is. Of several processes that start at once one migrates and the
 * others wait for it. Uses connections of its own, without a time limit.
 */
export async function migrate(connection: pg.ClientConfig): Promise<void> {
  const [client, turn] = [new pg.Client(connection), new pg.Client(connection)];
  try {
    await turn.connect();
    await takeTurn(turn);
    await client.connect();
    await runMigrations(drizzle(client), { migrationsFolder });
  } finally {
    await client.end();
    // Gives the turn to the next one.
    await turn.end();
  }
}

/** Milliseconds since 1970 at which our newest migration was written. */
export async function newestMigration(): Promise<number> {
  const journal = await readFile(join(migrationsFolder, "meta", "_journal.json"), "utf8");
  const { entries } = JSON.parse(journal) as { entries: { when: number }[] };
  return Math.max(...entries.map(({ when }) => when));
}

/** Holds a table locked for as long as the connection lives: nothing else reads or writes it. */
async function takeTurn(client: pg.Client, attempt = 1): Promise<void> {
  try {
    await client.query("create schema if not exists drizzle");
    await client.query("create table if not exists drizzle.turn ()");
  } catch (error) {
    const isRace = CREATED_BY_ANOTHER.has((error as { code?: string }).code ?? "");
    if (!isRace || attempt === ATTEMPTS) throw error;
    return takeTurn(client, attempt + 1);
  }
  await client.query("begin");
  await client.query("lock table drizzle.turn in access exclusive mode");
}
