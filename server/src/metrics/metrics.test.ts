import { expect, onTestFinished, test } from "vitest";
import { createTestDatabase } from "../db/test-database.ts";
import { PRODUCTION, startServerProcess } from "../testing/server-process.ts";

/** Milliseconds; several processes start. */
const PATIENCE = 180_000;

async function startMeasured(environment: Record<string, string>) {
  const { url, drop } = await createTestDatabase();
  onTestFinished(drop);
  const server = await startServerProcess({
    ...PRODUCTION,
    DATABASE_URL: url,
    METRICS_PORT: "0",
    ...environment,
  });
  const address = () => /http:\/\/127\.0\.0\.1:\d+\/metrics/.exec(server.said())?.[0];
  await expect.poll(address).toBeDefined();
  const figures = async () => {
    const response = await fetch(address() ?? "");
    expect(response.headers.get("content-type")).toMatch(/^text\/plain; version=0\.0\.4/);
    return response.text();
  };
  return { server, figures };
}

/** The value of one line, by its name and labels as they are written. */
function value(figures: string, name: string): number | undefined {
  const line = figures.split("\n").find((text) => text.startsWith(`${name} `));
  return line === undefined ? undefined : Number(line.slice(name.length));
}

const PRICES = `manabiya_request_seconds_count{method="GET",route="/api/subscription/prices/",status="200"}`;

test.each(["1", "2"])(
  "WORKERS=%s: answers by route and status, the loop, connections, queues, jobs and the version",
  async (WORKERS) => {
    const { server, figures } = await startMeasured({ WORKERS });
    const ask = (path: string) => fetch(server.url + path, { headers: { connection: "close" } });
    await Promise.all(Array.from({ length: 30 }, () => ask("/api/subscription/prices/")));
    await ask("/api/videos/secret-word/");
    await ask("/api/secret-word");
    await expect.poll(async () => value(await figures(), PRICES)).toBe(30);
    const text = await figures();
    expect(text).toMatch(/request_seconds_count\{method="GET",route="\/api\/videos\/:id\/",status="401"\} 1/);
    expect(text).toMatch(/request_seconds_count\{method="GET",route="(none|\/\*)",status="404"\} 1/);
    expect(text).not.toContain("secret-word");
    expect(value(text, "nodejs_eventloop_lag_p99_seconds")).toBeGreaterThan(0);
    expect(value(text, `manabiya_database_connections{state="waiting"}`)).toBe(0);
    for (const name of ["mails_waiting", "mails_oldest_seconds", "webhook_events_oldest_seconds"]) {
      expect(value(text, `manabiya_${name}`)).toBe(0);
    }
    expect(value(text, "manabiya_database_up")).toBe(1);
    expect(value(text, "manabiya_catalogue_version")).toBeGreaterThan(0);
    // Each job was taken by one of the processes, and ended well: nobody has to be asked for it.
    const job = `manabiya_job_succeeded_timestamp_seconds{job="tidy"}`;
    await expect.poll(async () => value(await figures(), job), { timeout: 30_000 }).toBeGreaterThan(1.7e9);
    expect((await ask("/metrics")).headers.get("content-type")).not.toMatch(/version=0\.0\.4/);
    expect(await server.stop()).toBe(0);
  },
  PATIENCE,
);
