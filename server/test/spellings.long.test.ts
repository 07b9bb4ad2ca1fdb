import { globSync, readFileSync } from "node:fs";
import { request as send } from "node:http";
import type { AddressInfo } from "node:net";
import { everyCall } from "@manabiya/contract/every-call.ts";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createApp } from "../src/app.ts";
import { createUser } from "./testing/factories.ts";
import { useTestApp } from "./testing/test-app.ts";

const t = useTestApp();
let app: Awaited<ReturnType<typeof createApp>>;
const lines: string[] = [];

beforeAll(async () => {
  const logger = pino({ level: "debug" }, { write: (line: string) => void lines.push(line) });
  app = await createApp({ ...t.deps, logger });
  await app.listen({ port: 0, host: "127.0.0.1" });
});
afterAll(() => app.close());

const hexOf = (letter: string) => `%${letter.charCodeAt(0).toString(16)}`;
const escaped = (path: string) => path.replaceAll(/[a-z]/gi, hexOf);

/** Other spellings that the router reads as the same path. */
const SPELLINGS: Record<string, (path: string) => string> = {
  "one escaped letter": (path) => path.replace("/a", "/%61"),
  "all letters escaped, with small digits": (path) => escaped(path).toLowerCase(),
  "all letters escaped, with large digits": (path) => escaped(path).toUpperCase(),
  "absolute form": (path) => `http://elsewhere.example${path}`,
  "an empty query": (path) => `${path}?`,
  "a query with another path": (path) => `${path}?x=/landing`,
};

/** Spellings of other resources, which look like the call to a careless prefix check. */
const OTHERS: Record<string, (path: string) => string> = {
  "two slashes": (path) => `/${path}`,
  "two slashes after the prefix": (path) => path.replace("/api/", "/api//"),
  "a dot segment": (path) => `/.${path}`,
  "an escaped slash": (path) => path.replace("/api/", "/api%2f"),
  "a trailing dot segment": (path) => `${path}.`,
  "large letters": (path) => path.toUpperCase(),
};

interface Answer {
  status: number;
  headers: Record<string, unknown>;
  logged: Record<string, unknown>[];
}

/** Headers and log fields that differ between two requests of the same spelling. */
const VOLATILE = new Set([
  "date",
  "etag",
  "content-length",
  "time",
  "request",
  "reqId",
  "milliseconds",
  "user",
  "hostname",
  "pid",
]);
const stable = (fields: object) => Object.fromEntries(Object.entries(fields).filter(([name]) => !VOLATILE.has(name)));

async function ask(method: string, path: string, headers: Record<string, string>): Promise<Answer> {
  lines.length = 0;
  const { port } = app.server.address() as AddressInfo;
  const { promise, resolve, reject } = Promise.withResolvers<Omit<Answer, "logged">>();
  const request = send({ port, host: "127.0.0.1", method, path, headers }, (response) => {
    response
      .resume()
      .once("end", () => resolve({ status: response.statusCode ?? 0, headers: stable(response.headers) }));
  });
  request.once("error", reject).end("content-length" in headers ? "{}" : undefined);
  const answer = await promise;
  await expect.poll(() => lines.length, { interval: 1, timeout: 60_000 }).toBeGreaterThan(0);
  return { ...answer, logged: lines.map((line) => stable(JSON.parse(line) as object)) };
}

const calls = everyCall.map(({ name, route }) => ({
  name,
  method: route.method,
  path: route.url.replaceAll(/:\w+/g, "1"),
}));

test.each(calls)("$name has the same headers and log lines in every spelling, for a visitor", async (call) => {
  const headers = { "content-type": "application/json", "content-length": "2" };
  const plain = await ask(call.method, call.path, headers);
  expect(plain.headers["cache-control"]).toBe("no-store");
  for (const [name, spell] of Object.entries(SPELLINGS)) {
    expect(await ask(call.method, spell(call.path), headers), name).toEqual(plain);
  }
});

const reads = calls.filter(({ method }) => method === "GET");

test.each(reads)("$name has the same headers and log lines in every spelling, for a superuser", async (call) => {
  // A new user each time, because some calls are limited.
  const headers = async () => t.as((await createUser(t.db, t.clock, { is_superuser: true })).id);
  const plain = await ask(call.method, call.path, await headers());
  expect(plain.headers["cache-control"]).toMatch(/no-store|private/);
  for (const [name, spell] of Object.entries(SPELLINGS)) {
    expect(await ask(call.method, spell(call.path), await headers()), name).toEqual(plain);
  }
});

test.each(Object.entries(OTHERS))("%s is an unknown page with every security header", async (_name, spell) => {
  const plain = await ask("GET", "/api/unknown/", {});
  expect(plain).toMatchObject({ status: 404, headers: { "cache-control": "no-store" } });
  const headers = await t.as((await createUser(t.db, t.clock, { is_superuser: true })).id);
  for (const { path } of reads) expect(await ask("GET", spell(path), headers), path).toEqual(plain);
});

test("a URL that cannot be decoded has every security header", async () => {
  const plain = await t.app.inject("/api/unknown/");
  const broken = await t.app.inject("/api/%zz/");
  expect(broken.statusCode).toBe(404);
  expect(stable(broken.headers)).toEqual(stable(plain.headers));
});

const SOURCES = new URL("../src/", import.meta.url);

/** It has one address. */
const READS_URL = ["observability/metrics-server.ts"];

test("no other source decides by the text of a request's URL", () => {
  const found = globSync("**/*.ts", { cwd: SOURCES })
    .filter((path) => !path.endsWith(".test.ts"))
    .filter((path) => /\b(request|req|raw)\??\.(url|originalUrl)\b/.test(readFileSync(new URL(path, SOURCES), "utf8")));
  expect(found.toSorted()).toEqual(READS_URL);
});
