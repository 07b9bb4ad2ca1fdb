import { connect } from "node:net";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import Fastify from "fastify";
import { expect, onTestFinished, test } from "vitest";
import { errorPlugin } from "./errors.ts";
import { loadSheddingPlugin } from "./load-shedding.ts";
import type { Answered } from "./request-log.ts";

/** A server whose answers wait until they are let go. */
async function heldServer(measure?: (answered: Answered) => void) {
  const app = Fastify();
  const held: (() => void)[] = [];
  let came = 0;
  await app.register(errorPlugin);
  await app.register(loadSheddingPlugin, { measure });
  app.get("/api/wait/", async () => {
    came++;
    await new Promise<void>((resolve) => held.push(resolve));
    return {};
  });
  app.post("/api/send/", async () => ({}));
  app.get("/health/live", async () => ({}));
  const release = () => held.splice(0).forEach((go) => go());
  onTestFinished(async () => {
    release();
    await app.close();
  });
  const statuses: number[] = [];
  const arrive = (count: number) => {
    for (let place = 0; place < count; place++) {
      void app.inject({ url: "/api/wait/" }).then(({ statusCode }) => statuses.push(statusCode));
    }
  };
  return { app, arrive, release, statuses, came: () => came };
}

/** Waits until so much time has passed since the call. */
const passed = (milliseconds: number) => {
  const began = performance.now();
  return expect.poll(() => performance.now() - began, { timeout: 5_000 }).toBeGreaterThan(milliseconds);
};

test("when a crowd waits too long newcomers are asked to come back, and let in once it is gone", async () => {
  const { app, arrive, release, statuses, came } = await heldServer();
  arrive(40);
  await expect.poll(came).toBe(40);
  await passed(210);
  const refused = await app.inject({ url: "/api/wait/" });
  expect([refused.statusCode, refused.headers["retry-after"]]).toEqual([503, "1"]);
  expect(refused.json()).toMatchObject({ type: "busy", error: expect.any(String) });
  expect((await app.inject({ url: "/health/live" })).statusCode).toBe(200);
  release();
  await expect.poll(() => statuses).toEqual(Array(40).fill(200));
  arrive(1);
  await expect.poll(came).toBe(41);
});

test("who comes over the network is turned away before the framework hears of it, and is counted", async () => {
  const measured: Answered[] = [];
  const { app, arrive, release, came } = await heldServer((answered) => measured.push(answered));
  const heard: string[] = [];
  app.server.prependListener("request", ({ url = "" }) => heard.push(url));
  const address = await app.listen({ port: 0, host: "127.0.0.1" });
  arrive(40);
  await expect.poll(came).toBe(40);
  await passed(210);
  const refused = await fetch(`${address}/api/wait/`, { headers: { connection: "close" } });
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "1"]);
  expect(await refused.json()).toMatchObject({ type: "busy", error: expect.any(String) });
  expect(heard).toEqual(["/api/wait/"]);
  expect(came()).toBe(40);
  expect(measured).toEqual([{ method: "GET", route: "none", status: 503, milliseconds: 0 }]);
  const page = await fetch(`${address}/health/live`, { headers: { connection: "close" } });
  expect(page.status).toBe(200);
  release();
});

test("of many who come in one moment some are let in", async () => {
  const { arrive, came, release, statuses } = await heldServer();
  arrive(400);
  await expect.poll(() => came() + statuses.length).toBe(400);
  // Fewer than at most where even their coming takes time.
  expect(came()).toBeGreaterThanOrEqual(32);
  expect(came()).toBeLessThanOrEqual(256);
  expect(new Set(statuses)).toEqual(new Set([503]));
  release();
  await expect.poll(() => statuses.length).toBe(400);
  expect(statuses.filter((status) => status === 200)).toHaveLength(came());
});

test("those who take their time to send their request turn nobody away", async () => {
  const { app, arrive, came } = await heldServer();
  let begun = 0;
  app.server.on("request", () => begun++);
  await app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = app.server.address() as AddressInfo;
  const words =
    "POST /api/send/ HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n";
  const sockets = Array.from({ length: 40 }, () => connect(port, "127.0.0.1"));
  onTestFinished(() => sockets.forEach((socket) => socket.destroy()));
  for (const socket of sockets) socket.on("error", () => {}).write(words);
  await expect.poll(() => begun).toBe(40);
  await passed(210);
  arrive(1);
  await expect.poll(came).toBe(1);
});

test("a few who wait long turn nobody away", async () => {
  const { arrive, came } = await heldServer();
  arrive(20);
  await expect.poll(came).toBe(20);
  await passed(210);
  arrive(1);
  await expect.poll(came).toBe(21);
});

test("requests that are slow by nature turn nobody away", async () => {
  const { arrive, came } = await heldServer();
  arrive(40);
  await expect.poll(came).toBe(40);
  await passed(1_010);
  arrive(1);
  await expect.poll(came).toBe(41);
});

test.each([
  ["while they are read", 20],
  ["while they wait for their answer", 0],
])("those who went away turn nobody away: %s", async (_when, milliseconds) => {
  const { app, arrive, came } = await heldServer();
  let begun = 0;
  app.server.on("request", () => begun++);
  // As when who asks is looked up.
  app.addHook("onRequest", async () => {
    await delay(milliseconds);
  });
  await app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = app.server.address() as AddressInfo;
  const sockets = Array.from({ length: 40 }, () => connect(port, "127.0.0.1"));
  for (const socket of sockets)
    socket.on("error", () => {}).write("GET /api/wait/ HTTP/1.1\r\nHost: x\r\n\r\n");
  await expect.poll(() => begun, { interval: 1 }).toBe(40);
  if (milliseconds === 0) await expect.poll(came).toBe(40);
  for (const socket of sockets) socket.destroy();
  await passed(210);
  const before = came();
  arrive(1);
  await expect.poll(came).toBe(before + 1);
});
