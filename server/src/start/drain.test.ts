import { expect, onTestFinished, test } from "vitest";
import { createTestDatabase } from "../db/test-database.ts";
import { PRODUCTION, startServerProcess } from "../testing/server-process.ts";

test("told to end it says that it is not ready, answers on for as long as a load balancer needs, and ends with 0", async () => {
  const { url, drop } = await createTestDatabase();
  onTestFinished(drop);
  const server = await startServerProcess({ ...PRODUCTION, DATABASE_URL: url, DRAIN_SECONDS: "2" });
  const ask = async (path: string) =>
    (await fetch(server.url + path, { headers: { connection: "close" } })).status;
  expect(await ask("/health/ready")).toBe(200);
  const stopped = server.stop();
  await expect.poll(() => ask("/health/ready"), { interval: 5 }).toBe(503);
  expect(await ask("/api/subscription/prices/")).toBe(200);
  expect(await ask("/health/live")).toBe(200);
  expect(await stopped).toBe(0);
  await expect(ask("/health/live")).rejects.toThrow();
}, 120_000);
