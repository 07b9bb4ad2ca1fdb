import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { openEmbedded, type EmbeddedPostgres } from "./embedded.ts";
import { livesIn, readPostmasterFile } from "./embedded/postmaster-file.ts";
import { folderWithDatabase, temporaryFolder } from "../../test/testing/embedded/processes.ts";

async function opened(dataDir: string, log: (line: string) => void = () => {}): Promise<EmbeddedPostgres> {
  const database = await openEmbedded({ dataDir, log });
  onTestFinished(() => database.stop());
  return database;
}

async function ask(connection: pg.ClientConfig | string, sql: string): Promise<unknown> {
  const client = new pg.Client(connection);
  await client.connect();
  return client
    .query<Record<string, unknown>>(sql)
    .then((answer) => answer.rows[0])
    .finally(() => client.end());
}

test("Creates a durable PostgreSQL 18 with UTF-8, C.UTF-8 and UTC, for a role without access to the machine", async () => {
  const { connection, url } = await opened(await temporaryFolder());
  expect(
    await ask(
      connection,
      `SELECT current_setting('server_version_num')::int / 10000 AS version, current_setting('fsync') AS fsync,
         current_setting('synchronous_commit') AS commit, current_setting('TimeZone') AS zone,
         current_setting('listen_addresses') AS addresses, current_setting('data_checksums') AS checksums,
         pg_encoding_to_char(encoding) AS encoding, datlocale AS locale,
         (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) AS superuser
       FROM pg_database WHERE datname = current_database()`,
    ),
  ).toEqual({
    version: 18,
    fsync: "on",
    commit: "on",
    zone: "UTC",
    addresses: "",
    checksums: "on",
    encoding: "UTF8",
    locale: "C.UTF-8",
    superuser: false,
  });
  expect(await ask(url, "SELECT 'ひらがな' < 'カタカナ' AS ordered")).toEqual({ ordered: true });
  await expect(ask({ ...connection, password: "wrong" }, "SELECT 1")).rejects.toThrow("password");
});

test("Listens on loopback when the path is too long for a socket, on the same port after a crash", async () => {
  const folder = join(await temporaryFolder(), "a".repeat(100));
  const lines: string[] = [];
  const { connection, databaseDirectory } = await opened(folder, (line) => lines.push(line));
  expect(connection.host).toBe("127.0.0.1");
  const before = await readPostmasterFile(databaseDirectory);
  process.kill(before?.pid ?? NaN, "SIGKILL");
  while (!lines.includes("PostgreSQL is back.")) await pause(10);
  expect(await ask(connection, "SELECT current_setting('listen_addresses') AS addresses")).toEqual({
    addresses: "127.0.0.1",
  });
  expect(await readPostmasterFile(databaseDirectory)).not.toEqual(before);
});

test("stop during a restart of PostgreSQL leaves no process", async () => {
  const folder = await folderWithDatabase();
  const lines: string[] = [];
  const database = await openEmbedded({ dataDir: folder, log: (line) => lines.push(line) });
  const before = await readPostmasterFile(database.databaseDirectory);
  process.kill(before?.pid ?? NaN, "SIGKILL");
  while (lines.length === 0) await pause(1);
  await database.stop();
  const after = await readPostmasterFile(database.databaseDirectory);
  expect(await livesIn(after?.pid ?? 0, database.databaseDirectory)).toBe(false);
});
