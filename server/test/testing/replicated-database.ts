import { appendFile, cp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { expect, onTestFinished } from "vitest";
import { type EmbeddedPostgres, openEmbedded } from "../../src/db/embedded.ts";
import { superuser } from "../../src/db/embedded/initialise.ts";
import { temporaryFolder } from "./embedded/processes.ts";
import { migrate } from "../../src/db/migrate.ts";

export interface ReplicatedDatabase {
  primary: EmbeddedPostgres["connection"];
  replica: EmbeddedPostgres["connection"];
  /** Resolves when the replica has replayed the primary's current WAL position. */
  replayed(): Promise<void>;
}

/** Starts a migrated PostgreSQL and a streaming replica, both deleted after the test. */
export async function openReplicatedDatabase(): Promise<ReplicatedDatabase> {
  const [folder, copy] = [await temporaryFolder(), await temporaryFolder()];
  const open = (dataDir: string) => openEmbedded({ dataDir, durable: false, log: () => {} });
  const first = await open(folder);
  await migrate(first.connection);
  await first.stop();
  const [from, to] = [first.databaseDirectory, join(copy, "postgres")];
  await cp(from, to, { recursive: true });
  const password = await readFile(join(from, "manabiya.password"), "utf8");
  const { host, port } = first.connection;
  const source = `host=${host} port=${port} user=${superuser} password=${password}`;
  await appendFile(join(to, "postgresql.auto.conf"), `primary_conninfo = '${source}'\n`);
  await writeFile(join(to, "standby.signal"), "");
  const primary = await open(folder);
  const replica = await open(copy);
  onTestFinished(async () => {
    await replica.stop();
    await primary.stop();
  });
  const ask = async ({ host, port }: EmbeddedPostgres["connection"], sql: string): Promise<unknown> => {
    const client = new pg.Client({ host, port, user: superuser, password, database: "postgres" });
    await client.connect();
    const { rows } = await client.query<{ answer: unknown }>(sql).finally(() => client.end());
    return rows[0]?.answer;
  };
  return {
    primary: primary.connection,
    replica: replica.connection,
    replayed: async () => {
      const position = await ask(primary.connection, "select pg_current_wal_lsn() as answer");
      const isReplayed = `select pg_last_wal_replay_lsn() >= '${String(position)}' as answer`;
      await expect.poll(() => ask(replica.connection, isReplayed), { timeout: 60_000 }).toBe(true);
    },
  };
}
