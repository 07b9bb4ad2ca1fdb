import { fileURLToPath } from "node:url";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate as runMigrations } from "drizzle-orm/node-postgres/migrator";
import pg from "pg";

export const migrationsFolder = fileURLToPath(new URL("./migrations", import.meta.url));

/** Brings the schema up to date; does nothing when it is. Uses one connection of its own, without a time limit. */
export async function migrate(connection: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    await runMigrations(drizzle(client), { migrationsFolder });
  } finally {
    await client.end();
  }
}
