import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { ClockMessage } from "./moved-clock.ts";

const CLOCK = new URL("./moved-clock.ts", import.meta.url).href;
const DAY = 86_400_000;

/** A server with one worker. Each tells its times when it is asked, and the worker through its primary process. */
const PROGRAM = `
import cluster from "node:cluster";
import { statSync } from "node:fs";
const times = () => ({
  now: Date.now(),
  date: new Date().getTime(),
  text: new Date(Date()).getTime(),
  given: new Date(5).getTime() + Date.UTC(1970, 0, 1),
  isDate: new Date() instanceof Date && statSync(".").mtime instanceof Date,
});
if (cluster.isPrimary) {
  const workers = [cluster.fork()];
  const pass = (worker) => worker.on("message", (message) => message.times && process.send(message));
  pass(workers[0]);
  process.on("message", (message) => {
    if (message === "fork") workers.push(pass(cluster.fork()));
    if (message === "times") process.send({ times: times() });
    if (message === "times") workers.at(-1).send("times");
  });
} else process.on("message", (message) => message === "times" && process.send({ times: times() }));
`;

interface Times {
  now: number;
  date: number;
  text: number;
  given: number;
  isDate: boolean;
}

async function startServer(): Promise<ChildProcess> {
  const folder = await mkdtemp(join(tmpdir(), "manabiya-clock-"));
  const file = join(folder, "server.mjs");
  await writeFile(file, PROGRAM);
  const server = fork(file, { execArgv: ["--import", CLOCK], cwd: folder });
  onTestFinished(async () => {
    const exited = once(server, "exit");
    // As after a kill of the rehearsal.
    server.disconnect();
    await exited;
    await rm(folder, { recursive: true });
  });
  return server;
}

async function moveClock(server: ChildProcess, ahead: number): Promise<void> {
  server.send({ rehearsal: "clock", ahead } satisfies ClockMessage);
  expect(await once(server, "message")).toEqual([{ rehearsal: "clock-set", ahead }, undefined]);
}

/** Of the primary process and of its newest worker. */
async function timesOf(server: ChildProcess): Promise<Times[]> {
  const found: Times[] = [];
  const listen = ({ times }: { times: Times }) => found.push(times);
  server.on("message", listen);
  server.send("times");
  await expect.poll(() => found.length, { timeout: 60_000 }).toBe(2);
  server.off("message", listen);
  return found;
}

test("moves every way to ask for the time, in a server and its workers, and ends with the rehearsal", async () => {
  const server = await startServer();
  for (const ahead of [0, 31 * DAY, 365 * DAY]) {
    if (ahead > 0) await moveClock(server, ahead);
    // A worker that starts later has the clock from its beginning.
    if (ahead === 365 * DAY) server.send("fork");
    for (const { now, date, text, given, isDate } of await timesOf(server)) {
      for (const time of [now, date, text]) expect(Math.abs(time - Date.now() - ahead)).toBeLessThan(10_000);
      expect({ given, isDate }).toEqual({ given: 5, isDate: true });
    }
  }
});
