import { execFileSync } from "node:child_process";
import { readdir } from "node:fs/promises";
import { contract } from "@manabiya/contract";
import { expect, onTestFinished, test } from "vitest";
import { createTestDatabase } from "../../test/testing/database/test-database.ts";
import { findPort } from "../http/port.ts";
import { expectMetrics } from "../../test/testing/expect-metrics.ts";
import { PRODUCTION, type ServerProcess, startServerProcess } from "../../test/testing/server-process.ts";
import { startMailServer } from "../../test/testing/smtp-server.ts";

async function startWithWorkers(environment: Record<string, string> = {}): Promise<ServerProcess> {
  const { url, drop } = await createTestDatabase();
  onTestFinished(drop);
  return startServerProcess({ ...PRODUCTION, DATABASE_URL: url, WORKERS: "2", ...environment });
}

const pids = (server: ServerProcess) =>
  server.log().flatMap((line) => (line.msg === "worker serves" ? [Number(line["process"])] : []));

const lives = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** The rows that `ps` prints. */
const ps = (...options: string[]) =>
  execFileSync("ps", options, { encoding: "utf8" })
    .trim()
    .split("\n")
    .map((row) => row.trim().split(/\s+/));

const childrenOf = (pid: number) =>
  ps("-eo", "pid=,ppid=,comm=").flatMap(([child, parent, name]) =>
    Number(parent) === pid && name !== "ps" ? [Number(child)] : [],
  );

/** The state in `ps`: "S" is sleeping, "Z" is a zombie. */
const stateOf = (pid: number) => ps("-o", "stat=", "-p", String(pid))[0]?.[0]?.[0];

/** Consecutive checks in which a process was sleeping. */
const IDLE = 20;

async function untilIdle(pid: number): Promise<void> {
  let idle = 0;
  await expect.poll(() => (idle = stateOf(pid) === "S" ? idle + 1 : 0)).toBeGreaterThan(IDLE);
}

/** Kills a worker, and its successor after that asked for its task and before the primary reads the message. */
async function killTwice(server: ServerProcess, pid: number): Promise<void> {
  const { pid: parent = 0 } = server.process;
  const before = childrenOf(parent);
  const successor = () => childrenOf(parent).find((child) => !before.includes(child));
  process.kill(pid, "SIGKILL");
  await expect.poll(successor, { interval: 10 }).toBeDefined();
  process.kill(parent, "SIGSTOP");
  try {
    const next = successor() ?? 0;
    await untilIdle(next);
    process.kill(next, "SIGKILL");
    await expect.poll(() => stateOf(next)).toBe("Z");
  } finally {
    process.kill(parent, "SIGCONT");
  }
}

/** Sends requests without pause, each over a new connection. `stop` returns the failures. */
function sendRequests(url: string) {
  const failures: string[] = [];
  let answers = 0;
  let isRunning = true;
  const ask = async () => {
    while (isRunning) {
      const headers = { connection: "close" };
      const signal = AbortSignal.timeout(20_000);
      await fetch(`${url}/health/ready`, { headers, signal }).then(
        ({ status }) => (status === 200 ? (answers += 1) : failures.push(String(status))),
        (error: Error) => failures.push(error.message),
      );
    }
  };
  const clients = [ask(), ask()];
  const stop = async () => {
    isRunning = false;
    await Promise.all(clients);
    return failures;
  };
  return { answers: () => answers, stop };
}

/** Milliseconds; several processes start one after the other. */
const TIMEOUT = 180_000;

test(
  "two workers share the requests and one set of metrics, a killed worker is replaced without an outage, and all exit with 0",
  async () => {
    const server = await startWithWorkers({ LOG_LEVEL: "debug", METRICS_PORT: "0" });
    await expect.poll(() => pids(server).length).toBe(2);
    await expectMetrics(server);
    const [first = 0, second = 0] = pids(server);
    const answeredBy = () => new Set(server.log().flatMap(({ msg, pid }) => (msg === "answered" ? [pid] : [])));
    const prices = `${server.url}/api/subscription/prices/`;
    await expect
      .poll(async () => {
        const ask = () => fetch(prices, { headers: { connection: "close" } });
        await Promise.all(Array.from({ length: 20 }, ask));
        return answeredBy();
      })
      .toEqual(new Set([first, second]));

    const client = sendRequests(server.url);
    await expect.poll(client.answers).toBeGreaterThan(20);
    process.kill(first, "SIGKILL");
    await expect.poll(() => pids(server).length, { timeout: 30_000 }).toBe(3);
    const before = client.answers();
    await expect.poll(client.answers).toBeGreaterThan(before + 20);
    // Each of the two clients may have had a request at the killed worker.
    expect((await client.stop()).length).toBeLessThanOrEqual(2);
    expect(server.log()).toContainEqual(expect.objectContaining({ msg: "worker ended", signal: "SIGKILL" }));

    await killTwice(server, second);
    await expect.poll(() => pids(server).length, { timeout: 30_000 }).toBe(4);
    expect(await server.stop()).toBe(0);
    expect(pids(server).filter(lives)).toEqual([]);
  },
  TIMEOUT,
);

test(
  "replaces a worker that is killed while another one still starts",
  async () => {
    const before = childrenOf(process.pid);
    const port = await findPort(0, "127.0.0.1");
    const starting = startWithWorkers({ PORT: String(port) });
    const workers = () =>
      childrenOf(process.pid)
        .filter((pid) => !before.includes(pid))
        .flatMap(childrenOf);
    await expect.poll(() => workers().length, { interval: 10 }).toBe(2);
    const [first = 0, second = 0] = workers();
    process.kill(second, "SIGSTOP");
    try {
      const isServing = () =>
        fetch(`http://127.0.0.1:${port}/health/live`, { headers: { connection: "close" } }).then(
          ({ ok }) => ok,
          () => false,
        );
      await expect.poll(isServing, { timeout: 30_000 }).toBe(true);
      process.kill(first, "SIGKILL");
      await expect.poll(() => lives(first)).toBe(false);
    } finally {
      process.kill(second, "SIGCONT");
    }
    const server = await starting;
    await expect.poll(() => pids(server).length, { timeout: 30_000 }).toBe(3);
    expect(pids(server)[0]).toBe(first);
    expect(server.log()).toContainEqual(expect.objectContaining({ msg: "worker ended", process: first }));
    expect(await server.stop()).toBe(0);
  },
  TIMEOUT,
);

test("exits with code 1 when the workers cannot serve", async () => {
  const start = startWithWorkers({ DATA_DIR: "/dev/null/data" });
  await expect(start).rejects.toThrow(/ended with 1:[^]*\/dev\/null/);
});

test(
  "shares the demo's payments and clock between workers, and sends mails to the mail server when one is set",
  async () => {
    const mails = await startMailServer();
    onTestFinished(() => mails.stop());
    const server = await startServerProcess({
      DEMO: "1",
      WORKERS: "2",
      SMTP_URL: mails.url,
      MAIL_FROM: "事務局 <office@example.com>",
    });
    const look = async () => (await fetch(`${server.url}/sandbox/`, { headers: { connection: "close" } })).text();
    const day = /<time datetime="[^T]*/;
    const [before] = [day.exec(await look())?.[0]];
    const moved = await fetch(`${server.url}/sandbox/clock`, {
      method: "POST",
      body: new URLSearchParams({ jump: "day" }),
    });
    expect(moved.status).toBe(200);
    const pages = await Promise.all([look(), look(), look(), look()]);
    const days = new Set(pages.map((page) => day.exec(page)?.[0]));
    expect(days.size).toBe(1);
    expect(days.has(before)).toBe(false);
    await fetch(server.url + contract.auth.requestPasswordReset.url, {
      method: "POST",
      headers: { "content-type": "application/json", connection: "close" },
      body: JSON.stringify({ email: "member@example.com" }),
    });
    await expect.poll(() => mails.taken.length, { timeout: 60_000 }).toBe(1);
    expect(mails.taken[0]?.from).toEqual({ name: "事務局", address: "office@example.com" });
    expect(await look()).not.toContain('id="mails"');
    expect(await readdir(server.dataDir)).not.toContain("outbox");
    expect(await server.stop()).toBe(0);
  },
  TIMEOUT,
);
