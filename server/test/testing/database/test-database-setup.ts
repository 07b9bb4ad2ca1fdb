import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { chmod, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { openEmbedded } from "../../../src/db/embedded.ts";
import { migrate } from "../../../src/db/migrate.ts";
import { databaseUrl, dropDatabase } from "./test-database.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** `server`: connection string of a PostgreSQL; `template`: name of the migrated database there. */
    testDatabases: { server: string; template: string };
  }
}

const guard = fileURLToPath(new URL("./test-database-guard.ts", import.meta.url));

/**
 * Provides one PostgreSQL per run of Vitest: that of DATABASE_URL, else an embedded one in a temporary folder. Its
 * migrated template is cloned by `createTestDatabase`.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env["DATABASE_URL"];
  const server = given ? { url: given, end: async () => {} } : await embedded();
  const prefix = `manabiya_test_${randomBytes(4).toString("hex")}`;
  const template = `${prefix}_template`;
  const onServer = async (sql: string) => {
    const client = new pg.Client({ connectionString: server.url });
    await client.connect();
    return client.query<{ datname: string }>(sql).finally(() => client.end());
  };
  try {
    await onServer(`CREATE DATABASE ${template} TEMPLATE template0 ENCODING 'UTF8'`);
    await migrate({ connectionString: databaseUrl(server.url, template) });
  } catch (error) {
    await server.end();
    throw error;
  }
  project.provide("testDatabases", { server: server.url, template });
  return async () => {
    const made = await onServer(`SELECT datname FROM pg_database WHERE datname LIKE '${prefix}%'`);
    if (given) for (const { datname } of made.rows) await dropDatabase(server.url, datname);
    await server.end();
  };
}

async function embedded() {
  const folder = await mkdtemp(join(tmpdir(), "manabiya-test-"));
  // When we are root, PostgreSQL's user must be able to enter it; its data is in a private folder inside.
  await chmod(folder, 0o711);
  // The guard's input closes with this process, however it ends; then the guard cleans up.
  const watch = spawn(process.execPath, [guard, folder], { detached: true, stdio: ["pipe", "ignore", "inherit"] });
  const postgres = await openEmbedded({ dataDir: folder, durable: false });
  const end = async () => {
    await postgres.stop();
    const ended = once(watch, "exit");
    watch.stdin.end();
    await ended;
  };
  return { url: postgres.url, end };
}
