import { connect } from "node:net";
import type { AddressInfo } from "node:net";
import Fastify from "fastify";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { errorPlugin } from "./error-handler.ts";
import { loadSheddingPlugin } from "./load-shedding.ts";
import type { Answered } from "./request-log.ts";

// Time stands still: nobody is slow unless a test says so.
let now: number;
beforeEach(() => {
  now = 0;
  const clock = vi.spyOn(performance, "now").mockImplementation(() => now);
  return () => clock.mockRestore();
});

/** As many are inside at once. */
const SEATS = 128;

/** A server whose answers wait until they are let go. */
async function heldServer(measure?: (answered: Answered) => void) {
  const app = Fastify();
  const held: (() => void)[] = [];
  let came = 0;
  await app.register(errorPlugin);
  await app.register(loadSheddingPlugin, { measure });
  app.route({
    method: ["GET", "POST"],
    url: "/api/wait/",
    handler: async () => {
      came++;
      await new Promise<void>((resolve) => held.push(resolve));
      return {};
    },
  });
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

test("when all seats are taken newcomers are asked to come back, and let in once one is free", async () => {
  const { app, arrive, release, statuses, came } = await heldServer();
  arrive(SEATS);
  await expect.poll(came).toBe(SEATS);
  const refused = await app.inject({ url: "/api/wait/" });
  expect([refused.statusCode, refused.headers["retry-after"]]).toEqual([503, "1"]);
  expect(refused.json()).toMatchObject({ type: "busy", error: expect.any(String) });
  expect((await app.inject({ url: "/health/live" })).statusCode).toBe(200);
  release();
  await expect.poll(() => statuses).toEqual(Array(SEATS).fill(200));
  arrive(1);
  await expect.poll(came).toBe(SEATS + 1);
});

test("who comes over the network is turned away before the framework hears of it, and is counted", async () => {
  const measured: Answered[] = [];
  const { app, arrive, release, came } = await heldServer((answered) => measured.push(answered));
  const heard: string[] = [];
  app.server.prependListener("request", ({ url = "" }) => heard.push(url));
  const address = await app.listen({ port: 0, host: "127.0.0.1" });
  arrive(SEATS);
  await expect.poll(came).toBe(SEATS);
  const refused = await fetch(`${address}/api/wait/`, { headers: { connection: "close" } });
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "1"]);
  expect(await refused.json()).toMatchObject({ type: "busy", error: expect.any(String) });
  expect(heard).toEqual(["/api/wait/"]);
  expect(came()).toBe(SEATS);
  expect(measured).toEqual([{ method: "GET", route: "none", status: 503, milliseconds: 0 }]);
  const page = await fetch(`${address}/health/live`, { headers: { connection: "close" } });
  expect(page.status).toBe(200);
  release();
});

test("of many who come in one moment as many are let in as there are seats", async () => {
  const { arrive, came, release, statuses } = await heldServer();
  arrive(400);
  await expect.poll(() => came() + statuses.length).toBe(400);
  expect(came()).toBe(SEATS);
  expect(new Set(statuses)).toEqual(new Set([503]));
  release();
  await expect.poll(() => statuses.length).toBe(400);
  expect(statuses.filter((status) => status === 200)).toHaveLength(SEATS);
});

test("requests that are slow by nature turn nobody away", async () => {
  const { arrive, came } = await heldServer();
  arrive(SEATS);
  await expect.poll(came).toBe(SEATS);
  now += 1_000;
  arrive(1);
  await expect.poll(came).toBe(SEATS + 1);
});

/** A server that all seats' members ask something over connections of their own. */
async function askedServer(words: string) {
  const server = await heldServer();
  const { app } = server;
  let begun = 0;
  app.server.on("request", () => begun++);
  let lookUp = Promise.resolve();
  app.addHook("onRequest", () => lookUp);
  await app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = app.server.address() as AddressInfo;
  const ask = async () => {
    const sockets = Array.from({ length: SEATS }, () => connect(port, "127.0.0.1"));
    const leave = () => sockets.forEach((socket) => socket.destroy());
    onTestFinished(leave);
    for (const socket of sockets) socket.on("error", () => {}).write(words);
    await expect.poll(() => begun).toBe(SEATS);
    return leave;
  };
  const holdLookUp = (held: Promise<void>) => {
    lookUp = held;
  };
  return { ...server, ask, holdLookUp };
}

const ASKING = "GET /api/wait/ HTTP/1.1\r\nHost: x\r\n\r\n";
const SENDING =
  "POST /api/wait/ HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n";

test("those who take their time to send their request turn nobody away", async () => {
  const { ask, arrive, came } = await askedServer(SENDING);
  await ask();
  await expect
    .poll(() => {
      arrive(1);
      return came();
    })
    .toBeGreaterThan(0);
});

test.each([
  ["while they wait for their answer", ASKING],
  ["while what they sent is worked on", `${SENDING}{}`],
])("those who went away turn nobody away: %s", async (_when, words) => {
  const { ask, arrive, came } = await askedServer(words);
  const leave = await ask();
  await expect.poll(came).toBe(SEATS);
  leave();
  await expect
    .poll(() => {
      arrive(1);
      return came();
    })
    .toBeGreaterThan(SEATS);
});

test("those who went away while they were looked up take no seat afterwards", async () => {
  const { app, ask, holdLookUp, arrive, came } = await askedServer(ASKING);
  const { promise, resolve } = Promise.withResolvers<void>();
  holdLookUp(promise);
  const leave = await ask();
  leave();
  await expect
    .poll(() => new Promise((answer) => app.server.getConnections((_error, count) => answer(count))))
    .toBe(0);
  resolve();
  await expect.poll(came).toBe(SEATS);
  arrive(1);
  await expect.poll(came).toBe(SEATS + 1);
});
