import { connect } from "node:net";
import type { AddressInfo } from "node:net";
import Fastify from "fastify";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { errorPlugin } from "./error-handler.ts";
import { loadSheddingPlugin } from "./load-shedding.ts";
import type { Answered } from "./request-log.ts";

// Time stands still, so that no request becomes slow unless a test moves the clock.
let now: number;
beforeEach(() => {
  now = 0;
  const clock = vi.spyOn(performance, "now").mockImplementation(() => now);
  return () => clock.mockRestore();
});

const MAX_REQUESTS = 128;

/** A server whose handlers wait for `release`. */
async function waitingServer(measure?: (answered: Answered) => void) {
  const app = Fastify();
  const waiting: (() => void)[] = [];
  let handled = 0;
  await app.register(errorPlugin);
  await app.register(loadSheddingPlugin, { measure });
  app.route({
    method: ["GET", "POST"],
    url: "/api/wait/",
    handler: async () => {
      handled++;
      await new Promise<void>((resolve) => waiting.push(resolve));
      return {};
    },
  });
  app.get("/health/live", async () => ({}));
  const release = () => waiting.splice(0).forEach((resolve) => resolve());
  onTestFinished(async () => {
    release();
    await app.close();
  });
  const statuses: number[] = [];
  const arrive = (count: number) => {
    for (let index = 0; index < count; index++) {
      void app.inject({ url: "/api/wait/" }).then(({ statusCode }) => statuses.push(statusCode));
    }
  };
  return { app, arrive, release, statuses, handled: () => handled };
}

test("returns 503 with Retry-After at the limit, and admits a request once a slot is free", async () => {
  const { app, arrive, release, statuses, handled } = await waitingServer();
  arrive(MAX_REQUESTS);
  await expect.poll(handled).toBe(MAX_REQUESTS);
  const refused = await app.inject({ url: "/api/wait/" });
  expect([refused.statusCode, refused.headers["retry-after"]]).toEqual([503, "1"]);
  expect(refused.json()).toMatchObject({ type: "busy", error: expect.any(String) });
  expect((await app.inject({ url: "/health/live" })).statusCode).toBe(200);
  release();
  await expect.poll(() => statuses).toEqual(Array(MAX_REQUESTS).fill(200));
  arrive(1);
  await expect.poll(handled).toBe(MAX_REQUESTS + 1);
});

test("refuses a network request before Fastify sees it, and measures the refusal", async () => {
  const measured: Answered[] = [];
  const { app, arrive, release, handled } = await waitingServer((answered) => measured.push(answered));
  const heard: string[] = [];
  app.server.prependListener("request", ({ url = "" }) => heard.push(url));
  const address = await app.listen({ port: 0, host: "127.0.0.1" });
  arrive(MAX_REQUESTS);
  await expect.poll(handled).toBe(MAX_REQUESTS);
  const refused = await fetch(`${address}/api/wait/`, { headers: { connection: "close" } });
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "1"]);
  expect(await refused.json()).toMatchObject({ type: "busy", error: expect.any(String) });
  expect(heard).toEqual(["/api/wait/"]);
  expect(handled()).toBe(MAX_REQUESTS);
  expect(measured).toEqual([{ method: "GET", route: "none", status: 503, milliseconds: 0 }]);
  const page = await fetch(`${address}/health/live`, { headers: { connection: "close" } });
  expect(page.status).toBe(200);
  release();
});

test("admits exactly the limit out of a burst of 400 requests", async () => {
  const { arrive, handled, release, statuses } = await waitingServer();
  arrive(400);
  await expect.poll(() => handled() + statuses.length).toBe(400);
  expect(handled()).toBe(MAX_REQUESTS);
  expect(new Set(statuses)).toEqual(new Set([503]));
  release();
  await expect.poll(() => statuses.length).toBe(400);
  expect(statuses.filter((status) => status === 200)).toHaveLength(MAX_REQUESTS);
});

test("admits further requests when the running ones take longer than a second", async () => {
  const { arrive, handled } = await waitingServer();
  arrive(MAX_REQUESTS);
  await expect.poll(handled).toBe(MAX_REQUESTS);
  now += 1_000;
  arrive(1);
  await expect.poll(handled).toBe(MAX_REQUESTS + 1);
});

/** A server that receives as many requests as the limit allows, each over its own connection. */
async function requestedServer(message: string) {
  const server = await waitingServer();
  const { app } = server;
  let received = 0;
  app.server.on("request", () => received++);
  let lookUp = Promise.resolve();
  app.addHook("onRequest", () => lookUp);
  await app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = app.server.address() as AddressInfo;
  const send = async () => {
    const sockets = Array.from({ length: MAX_REQUESTS }, () => connect(port, "127.0.0.1"));
    const disconnect = () => sockets.forEach((socket) => socket.destroy());
    onTestFinished(disconnect);
    for (const socket of sockets) socket.on("error", () => {}).write(message);
    await expect.poll(() => received).toBe(MAX_REQUESTS);
    return disconnect;
  };
  const delayLookUp = (until: Promise<void>) => {
    lookUp = until;
  };
  return { ...server, send, delayLookUp };
}

const COMPLETE = "GET /api/wait/ HTTP/1.1\r\nHost: x\r\n\r\n";
const INCOMPLETE = "POST /api/wait/ HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n";

test("does not count requests whose body is still arriving", async () => {
  const { send, arrive, handled } = await requestedServer(INCOMPLETE);
  await send();
  await expect
    .poll(() => {
      arrive(1);
      return handled();
    })
    .toBeGreaterThan(0);
});

test.each([
  ["while they wait for the answer", COMPLETE],
  ["while the handler processes the body", `${INCOMPLETE}{}`],
])("releases the slots of clients that disconnect %s", async (_when, message) => {
  const { send, arrive, handled } = await requestedServer(message);
  const disconnect = await send();
  await expect.poll(handled).toBe(MAX_REQUESTS);
  disconnect();
  await expect
    .poll(() => {
      arrive(1);
      return handled();
    })
    .toBeGreaterThan(MAX_REQUESTS);
});

test("gives no slot to clients that disconnected during the session look-up", async () => {
  const { app, send, delayLookUp, arrive, handled } = await requestedServer(COMPLETE);
  const { promise, resolve } = Promise.withResolvers<void>();
  delayLookUp(promise);
  const disconnect = await send();
  disconnect();
  await expect.poll(() => new Promise((answer) => app.server.getConnections((_error, count) => answer(count)))).toBe(0);
  resolve();
  await expect.poll(handled).toBe(MAX_REQUESTS);
  arrive(1);
  await expect.poll(handled).toBe(MAX_REQUESTS + 1);
});
