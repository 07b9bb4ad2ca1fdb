import { once } from "node:events";
import { readdir } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { contract } from "@manabiya/contract";
import { afterAll, expect, test } from "vitest";
import { runningConnection } from "../db/embedded/running.ts";
import { openDatabase } from "../db/open.ts";
import { expectFigures } from "../../test/testing/expect-figures.ts";
import { createUser } from "../../test/testing/factories.ts";
import { PRODUCTION, type ServerProcess, startServerProcess } from "../../test/testing/server-process.ts";
import { Clock } from "../../test/testing/clock.ts";

/** Milliseconds; processes start. */
const PATIENCE = 180_000;

const ends: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const end of ends) await end();
}, PATIENCE);

/** A bucket that is there, and that does not say what is in it before `answer`: the job that tidies it runs until then. */
async function startSlowBucket() {
  const { promise: isAnswered, resolve: answer } = Promise.withResolvers<void>();
  const asked = { times: 0 };
  const server = createServer(async ({ method }, response) => {
    if (method === "HEAD") return void response.end();
    asked.times += 1;
    await isAnswered;
    response.end("<ListBucketResult><IsTruncated>false</IsTruncated></ListBucketResult>");
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  ends.push(async () => void server.close());
  return { asked, answer, endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

// A start costs seconds, so these look at one server, on a database of its own, until the last of them ends it.
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

const ask = (server: ServerProcess, path: string) =>
  fetch(server.url + path, { headers: { connection: "close" } });

test(
  "answers by route and status, the loop, connections, queues, jobs and the version are measured",
  async () => expectFigures(await running()),
  PATIENCE,
);

test(
  "outside the demo there is no mailbox; mails become files",
  async () => {
    const server = await running();
    const db = openDatabase((await runningConnection(server.dataDir)) ?? expect.fail(), () => {});
    const { email } = await createUser(db, new Clock(), { email: "someone@example.net" });
    await db.close();
    for (const path of ["/sandbox/", "/sandbox", "/sandbox/mailbox.css"]) {
      expect((await ask(server, path)).status).toBe(404);
    }
    await fetch(server.url + contract.auth.requestPasswordReset.url, {
      method: "POST",
      headers: { "content-type": "application/json", connection: "close" },
      body: JSON.stringify({ email }),
    });
    const files = () => readdir(join(server.dataDir, "outbox"));
    await expect.poll(files, { timeout: 60_000 }).toEqual([expect.stringMatching(/\.eml$/)]);
  },
  PATIENCE,
);

test(
  "a second process on the same folder is refused, and the first goes on",
  async () => {
    const server = await running();
    const second = startServerProcess({ ...PRODUCTION, DATA_DIR: server.dataDir, LOG_LEVEL: "error" });
    await expect(second).rejects.toThrow(/ended with 1:\nAnother Manabiya is already serving [^\n]+\.\n$/);
    expect((await ask(server, "/health/ready")).status).toBe(200);
  },
  PATIENCE,
);

test(
  "told to end while a job runs it says at once that it is not ready, answers on for as long as a load balancer needs, and ends with 0 after the job",
  async () => {
    const server = await running();
    const status = async (path: string) => (await ask(server, path)).status;
    expect(await status("/health/ready")).toBe(200);
    await expect.poll(() => bucket.asked.times).toBeGreaterThan(0);
    const stopped = server.stop();
    await expect.poll(() => status("/health/ready"), { interval: 5 }).toBe(503);
    expect(await status("/api/subscription/prices/")).toBe(200);
    expect(await status("/health/live")).toBe(200);
    bucket.answer();
    expect(await stopped).toBe(0);
    await expect(status("/health/live")).rejects.toThrow();
  },
  PATIENCE,
);
