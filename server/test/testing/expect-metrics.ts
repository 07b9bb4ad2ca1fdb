import { expect } from "vitest";
import { alarmRules, metricsOf } from "./alarm-rules.ts";
import type { ServerProcess } from "./server-process.ts";

/** @param name a metric with its labels, as in Prometheus' text format */
function value(metrics: string, name: string): number | undefined {
  const line = metrics.split("\n").find((text) => text.startsWith(`${name} `));
  return line === undefined ? undefined : Number(line.slice(name.length));
}

const PRICES = `manabiya_request_seconds_count{method="GET",route="/api/subscription/prices/",status="200"}`;

/** Expects METRICS_PORT in the server's environment, and no earlier request of the prices. */
export async function expectMetrics(server: ServerProcess): Promise<void> {
  const address = () => /http:\/\/127\.0\.0\.1:\d+\/metrics/.exec(server.said())?.[0];
  await expect.poll(address).toBeDefined();
  const metrics = async () => {
    const response = await fetch(address() ?? "");
    expect(response.headers.get("content-type")).toMatch(/^text\/plain; version=0\.0\.4/);
    return response.text();
  };
  const ask = (path: string) => fetch(server.url + path, { headers: { connection: "close" } });
  await Promise.all(Array.from({ length: 30 }, () => ask("/api/subscription/prices/")));
  await ask("/api/videos/secret-word/");
  await ask("/api/secret-word");
  await expect.poll(async () => value(await metrics(), PRICES)).toBe(30);
  const text = await metrics();
  expect(text).toMatch(/request_seconds_count\{method="GET",route="\/api\/videos\/:id\/",status="401"\} 1/);
  expect(text).toMatch(/request_seconds_count\{method="GET",route="(none|\/\*)",status="404"\} 1/);
  expect(text).not.toContain("secret-word");
  expect(value(text, "nodejs_eventloop_lag_p99_seconds")).toBeGreaterThan(0);
  expect(value(text, `manabiya_database_connections{state="waiting"}`)).toBe(0);
  for (const name of ["mails_waiting", "mails_oldest_seconds", "webhook_events_oldest_seconds"]) {
    expect(value(text, `manabiya_${name}`)).toBe(0);
  }
  expect(value(text, "manabiya_database_up")).toBe(1);
  expect(value(text, "manabiya_storage_up")).toBe(1);
  expect(value(text, "manabiya_catalogue_version")).toBeGreaterThan(0);
  // Each job ran in one of the processes without a request.
  const job = `manabiya_job_succeeded_timestamp_seconds{job="tidy"}`;
  await expect.poll(async () => value(await metrics(), job), { timeout: 30_000 }).toBeGreaterThan(1.7e9);
  const known = await metrics();
  for (const name of metricsOf(await alarmRules())) {
    expect(known).toMatch(new RegExp(`^${name}[{ ]`, "m"));
  }
  expect((await ask("/metrics")).headers.get("content-type")).not.toMatch(/version=0\.0\.4/);
}
