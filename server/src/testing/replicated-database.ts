import { appendFile, cp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { onTestFinished } from "vitest";
import { type EmbeddedPostgres, openEmbedded } from "../db/embedded.ts";
import { superuser } from "../db/embedded/initialise.ts";
import { temporaryFolder } from "../db/embedded/test-processes.ts";
import { migrate } from "../db/migrate.ts";

export interface ReplicatedDatabase {
  primary: EmbeddedPostgres["connection"];
  replica: EmbeddedPostgres["connection"];
  /** Lets the replica fall behind, until `catchUp`. */
  fallBehind(): Promise<void>;
  catchUp(): Promise<void>;
  stopReplica(): Promise<void>;
  startReplica(): Promise<void>;
}

/** A migrated PostgreSQL and a streaming replica of it, both gone after the test. */
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
  let replica = await open(copy);
  onTestFinished(async () => {
    await replica.stop();
    await primary.stop();
  });
  const onReplica = async (sql: string) => {
    const { host, port } = replica.connection;
    const client = new pg.Client({ host, port, user: superuser, password, database: "postgres" });
    await client.connect();
    await client.query(sql).finally(() => client.end());
  };
  return {
    primary: primary.connection,
    replica: replica.connection,
    fallBehind: () => onReplica("select pg_wal_replay_pause()"),
    catchUp: () => onReplica("select pg_wal_replay_resume()"),
    stopReplica: () => replica.stop(),
    startReplica: async () => {
      replica = await open(copy);
    },
  };
}
