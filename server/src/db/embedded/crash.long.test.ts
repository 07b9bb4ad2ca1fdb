import { execFileSync } from "node:child_process";
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { openEmbedded } from "../embedded.ts";
import { readPostmasterFile } from "./postmaster-file.ts";
import { folderWithDatabase, temporaryFolder, until, Writer } from "../../../test/testing/embedded/processes.ts";

/** @returns acknowledged rows that the database lacks */
async function missing(dataDir: string, acknowledged: string[]): Promise<string[]> {
  const database = await openEmbedded({ dataDir });
  const client = new pg.Client(database.connection);
  await client.connect();
  try {
    const rows = await client.query<{ id: string }>("SELECT id FROM writes");
    const stored = new Set(rows.rows.map((row) => row.id));
    return acknowledged.filter((id) => !stored.has(id));
  } finally {
    await client.end();
    await database.stop();
  }
}

const kill = (pid: number | undefined) => process.kill(pid ?? NaN, "SIGKILL");

test("The next server takes over the PostgreSQL of a killed one without losing acknowledged writes", async () => {
  const folder = await folderWithDatabase();
  const acknowledged: string[] = [];
  const postgres = new Set<number>();
  for (let round = 1; round <= 2; round += 1) {
    const writer = new Writer(folder);
    postgres.add(await writer.says("postgres"));
    await writer.writes(50);
    await writer.kill();
    acknowledged.push(...writer.acknowledged);
  }
  expect(postgres.size).toBe(1);
  expect(await missing(folder, acknowledged)).toEqual([]);
});

test("Restarts a killed PostgreSQL under a running server, which continues writing", async () => {
  const folder = await folderWithDatabase();
  const writer = new Writer(folder);
  const directory = await writer.says("open");
  const logged = () => writer.events.flatMap(({ log }) => log ?? []);
  const round = ["PostgreSQL went away; starting it again.", "PostgreSQL is back."];
  for (const expected of [round, [...round, ...round]]) {
    kill((await readPostmasterFile(directory))?.pid);
    await expect.poll(logged, { timeout: 60_000 }).toEqual(expected);
    await writer.writes(50);
  }
  await writer.end();
  expect(await writer.says("stopped")).toBe(true);
  expect(await missing(folder, writer.acknowledged)).toEqual([]);
});

test("Restarts a PostgreSQL that was taken over and then killed", async () => {
  const folder = await folderWithDatabase();
  const first = new Writer(folder);
  const left = await first.says("postgres");
  await first.writes(10);
  await first.kill();
  const second = new Writer(folder);
  expect(await second.says("postgres")).toBe(left);
  kill(left);
  await second.says("log");
  await second.writes(50);
  await second.end();
  expect(await second.says("stopped")).toBe(true);
  expect(await missing(folder, [...first.acknowledged, ...second.acknowledged])).toEqual([]);
});

test("Recovers every acknowledged write after server and PostgreSQL were killed together", async () => {
  const folder = await folderWithDatabase();
  const acknowledged: string[] = [];
  for (let round = 1; round <= 2; round += 1) {
    const writer = new Writer(folder);
    const postgres = await writer.says("postgres");
    await writer.writes(50);
    kill(postgres);
    await writer.kill();
    acknowledged.push(...writer.acknowledged);
  }
  expect(await missing(folder, acknowledged)).toEqual([]);
});

test("Waits for the sessions of a killed PostgreSQL, which write their own end into its log", async () => {
  const folder = await folderWithDatabase();
  const writer = new Writer(folder);
  const postgres = await writer.says("postgres");
  await writer.writes(10);
  const rows = execFileSync("ps", ["-eo", "pid=,ppid="], { encoding: "utf8" }).trim().split("\n");
  const children = rows.flatMap((row) => {
    const [pid, parent] = row.trim().split(/\s+/).map(Number);
    return pid !== undefined && parent === postgres ? [pid] : [];
  });
  const [left = NaN] = children;
  process.kill(left, "SIGSTOP");
  kill(postgres);
  await writer.kill();
  const log = join(folder, "postgres.log");
  const line = `2026-01-01 00:00:00.000 UTC [${left}] FATAL:  terminating connection due to unexpected postmaster exit\n`;
  const writing = setInterval(() => appendFileSync(log, line), 1);
  onTestFinished(() => clearInterval(writing));
  const result = missing(folder, writer.acknowledged);
  const refusals = () => readFileSync(log, "utf8").split("shared memory block").length - 1;
  // A start that fails instead ends the wait.
  await Promise.race([result, until(async () => refusals() >= 3)]).finally(() => process.kill(left, "SIGCONT"));
  expect(await result).toEqual([]);
});

test.each(["", "database/base/1"])(
  "Starts after a server was killed while it created the database (%s)",
  async (sign) => {
    const folder = await temporaryFolder();
    const killed = new Writer(folder);
    const unfinishedFolder = async () => (await readdir(folder)).find((name) => name.startsWith("postgres.new-"));
    await until(async () => existsSync(join(folder, (await unfinishedFolder()) ?? "not yet", sign)));
    await killed.kill();
    expect(await unfinishedFolder()).toBeDefined();
    const database = await openEmbedded({ dataDir: folder });
    expect(await unfinishedFolder()).toBeUndefined();
    await database.stop();
  },
);
