import { once } from "node:events";
import { readdir } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { contract } from "@manabiya/contract";
import { afterAll, expect, test } from "vitest";
import { runningConnection } from "../db/embedded/running.ts";
import { openDatabase } from "../db/open.ts";
import { expectMetrics } from "../../test/testing/expect-metrics.ts";
import { createUser } from "../../test/testing/factories.ts";
import { PRODUCTION, type ServerProcess, startServerProcess } from "../../test/testing/server-process.ts";
import { Clock } from "../../test/testing/clock.ts";

/** Milliseconds; each test starts processes. */
const TIMEOUT = 180_000;

const ends: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const end of ends) await end();
}, TIMEOUT);

/** A bucket that lists its files only after `answer`, so that the job that deletes expired files runs until then. */
async function startSlowBucket() {
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  const listings = { count: 0 };
  const server = createServer(async ({ method }, response) => {
    if (method === "HEAD") return void response.end();
    listings.count += 1;
    await answered;
    response.end("<ListBucketResult><IsTruncated>false</IsTruncated></ListBucketResult>");
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  ends.push(async () => void server.close());
  return { listings, answer, endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

// A start takes seconds, so these tests share one server, which the last of them stops.
const bucket = await startSlowBucket();
let started: Promise<ServerProcess> | undefined;
const running = () =>
  (started ??= startServerProcess(
    {
      ...PRODUCTION,
      METRICS_PORT: "0",
      DRAIN_SECONDS: "2",
      S3_BUCKET: "bucket",
      S3_REGION: "us-east-1",
      S3_ENDPOINT: bucket.endpoint,
      S3_ACCESS_KEY_ID: "somebody",
      S3_SECRET_ACCESS_KEY: "something",
    },
    [],
    (end) => ends.push(end),
  ));

const get = (server: ServerProcess, path: string) => fetch(server.url + path, { headers: { connection: "close" } });

test(
  "exposes metrics of responses, event loop, connections, queues, jobs and catalogue version",
  async () => expectMetrics(await running()),
  TIMEOUT,
);

test(
  "writes mails to files and has no mailbox page outside the demo",
  async () => {
    const server = await running();
    const db = openDatabase((await runningConnection(server.dataDir)) ?? expect.fail(), () => {});
    const { email } = await createUser(db, new Clock(), { email: "someone@example.net" });
    await db.close();
    for (const path of ["/sandbox/", "/sandbox", "/sandbox/mailbox.css"]) {
      expect((await get(server, path)).status).toBe(404);
    }
    await fetch(server.url + contract.auth.requestPasswordReset.url, {
      method: "POST",
      headers: { "content-type": "application/json", connection: "close" },
      body: JSON.stringify({ email }),
    });
    const files = () => readdir(join(server.dataDir, "outbox"));
    await expect.poll(files, { timeout: 60_000 }).toEqual([expect.stringMatching(/\.eml$/)]);
  },
  TIMEOUT,
);

test(
  "refuses a second process on the same DATA_DIR while the first one keeps serving",
  async () => {
    const server = await running();
    const second = startServerProcess({ ...PRODUCTION, DATA_DIR: server.dataDir, LOG_LEVEL: "error" });
    await expect(second).rejects.toThrow(/ended with 1:\nAnother Manabiya is already serving [^\n]+\.\n$/);
    expect((await get(server, "/health/ready")).status).toBe(200);
  },
  TIMEOUT,
);

test(
  "drains on SIGTERM: it reports not ready at once, serves for DRAIN_SECONDS, and exits with 0 after the running job",
  async () => {
    const server = await running();
    const status = async (path: string) => (await get(server, path)).status;
    expect(await status("/health/ready")).toBe(200);
    await expect.poll(() => bucket.listings.count).toBeGreaterThan(0);
    const stopped = server.stop();
    await expect.poll(() => status("/health/ready"), { interval: 5 }).toBe(503);
    expect(await status("/api/subscription/prices/")).toBe(200);
    expect(await status("/health/live")).toBe(200);
    bucket.answer();
    expect(await stopped).toBe(0);
    await expect(status("/health/live")).rejects.toThrow();
  },
  TIMEOUT,
);
