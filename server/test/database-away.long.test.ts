import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { everyCall } from "@manabiya/contract/every-call.ts";
import pg from "pg";
import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";
import { createAccessTokens } from "../src/accounts/sessions/access-token.ts";
import { deriveKey } from "../src/crypto/keys.ts";
import { createApp } from "../src/app.ts";
import { type EmbeddedPostgres, openEmbedded } from "../src/db/embedded.ts";
import { superuser } from "../src/db/embedded/initialise.ts";
import { interrupt } from "../src/db/embedded/postmaster.ts";
import { readPostmasterFile } from "../src/db/embedded/postmaster-file.ts";
import { migrate } from "../src/db/migrate.ts";
import { openDatabase } from "../src/db/open.ts";
import { OperatorError } from "../src/errors/operator-error.ts";
import { temporaryFolder } from "./testing/embedded/processes.ts";
import { createSession, createUser, createVideo } from "./testing/factories.ts";
import { openReplicatedDatabase } from "./testing/replicated-database.ts";
import { TEST_SECRET, useTestApp } from "./testing/test-app.ts";

const t = useTestApp();

/** Connections of the application's pool. */
const POOL = 4;

/** The application on a PostgreSQL of its own. `calls` are made by a superuser. */
async function openOn(connection: EmbeddedPostgres["connection"], user: { id: number }, more: pg.PoolConfig = {}) {
  const db = openDatabase({ ...connection, max: POOL, ...more }, () => {});
  const errors: string[] = [];
  // A log of its own, because failures are expected.
  const logger = pino({ level: "error" }, { write: (line: string) => void errors.push(line) });
  const app = await createApp({ ...t.deps, db, logger });
  onTestFinished(async () => {
    await app.close();
    await db.close();
  });
  const tokens = createAccessTokens(deriveKey(TEST_SECRET, "access-token"));
  return {
    app,
    db,
    errors,
    signIn: async (writable = db) => {
      const sessionId = await createSession(writable, user.id, t.clock);
      const headers = { authorization: `Bearer ${tokens.issue(sessionId, t.clock.now())}` };
      return (method: "GET" | "POST" | "PUT" | "DELETE", url: string, payload: object = {}) =>
        app.inject({ method, url, headers, ...(method !== "GET" && { payload }) });
    },
  };
}

async function openCluster() {
  const folder = await temporaryFolder();
  const cluster = await openEmbedded({ dataDir: folder, durable: false, log: () => {} });
  onTestFinished(() => cluster.stop());
  await migrate(cluster.connection);
  const directory = cluster.databaseDirectory;
  const password = await readFile(join(directory, "manabiya.password"), "utf8");
  const { host, port } = cluster.connection;
  const asSuperuser = async (...statements: string[]) => {
    const client = new pg.Client({ host, port, user: superuser, password, database: "postgres" });
    client.on("error", () => {});
    await client.connect();
    for (const sql of statements) await client.query(sql);
    await client.end();
  };
  const signal = async (name: NodeJS.Signals) => {
    const file = await readPostmasterFile(directory);
    if (file) interrupt(file.pid, name);
  };
  return { connection: cluster.connection, asSuperuser, signal };
}

const setup = async (connection: EmbeddedPostgres["connection"]) => {
  const db = openDatabase(connection, () => {});
  const user = await createUser(db, t.clock, { is_superuser: true });
  const video = await createVideo(db, t.clock);
  await db.close();
  return { user, video };
};

const OTHERS = `select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and backend_type = 'client backend'`;

test("answers 503 and nothing worse while PostgreSQL is killed in every way under load", async () => {
  const { connection, asSuperuser, signal } = await openCluster();
  const { user, video } = await setup(connection);
  const { app, errors, signIn } = await openOn(connection, user);
  const call = await signIn();
  const answers: { status: number; retryAfter: unknown; failed: string }[] = [];
  let isOver = false;
  const loops = Array.from({ length: 8 }, async (_, index) => {
    for (let count = index; !isOver; count++) {
      const [method, url, payload] =
        [
          ["POST", `/api/videos/${video.id}/favorite/`, {}] as const,
          // A transaction of several statements.
          ["POST", "/api/admin/tags/", { name: `タグ${index}-${count}` }] as const,
          ["GET", "/api/history/", undefined] as const,
          ["GET", "/api/profile/sessions/", undefined] as const,
        ][count % 4] ?? [];
      if (method === undefined) throw new Error("every remainder has a call");
      const answer = await call(method, url, payload);
      const failed = answer.statusCode === 500 ? (errors.at(-1) ?? "") : "";
      answers.push({ status: answer.statusCode, retryAfter: answer.headers["retry-after"], failed });
    }
  });
  for (let round = 0; round < 3; round++) {
    for (const end of [
      () => asSuperuser(OTHERS),
      () => signal("SIGINT"),
      () => signal("SIGQUIT"),
      () => signal("SIGKILL"),
    ]) {
      await pause(150);
      await end().catch(() => {});
      await expect.poll(async () => (await app.inject("/health/ready")).statusCode, { timeout: 30_000 }).toBe(200);
    }
  }
  isOver = true;
  await Promise.all(loops);
  const bad = answers.filter(({ status }) => status >= 500);
  expect(bad.filter(({ status }) => status !== 503)).toEqual([]);
  expect(new Set(bad.map(({ retryAfter }) => retryAfter))).toEqual(new Set(["1"]));
  expect(answers.filter(({ status }) => status < 300).length).toBeGreaterThan(50);
});

test("a read-only primary is not ready, and every call that writes answers 503 until it accepts writes", async () => {
  const { connection, asSuperuser } = await openCluster();
  const { user, video } = await setup(connection);
  const { app, signIn } = await openOn(connection, user);
  const call = await signIn();
  const ready = async () => {
    const answer = await app.inject("/health/ready");
    return [answer.statusCode, answer.headers["retry-after"], answer.json()];
  };
  expect(await ready()).toEqual([200, undefined, { status: "ok" }]);
  const set = (value: string) =>
    asSuperuser(`alter system set default_transaction_read_only = ${value}`, "select pg_reload_conf()");
  await set("on");
  await expect.poll(ready).toEqual([503, "1", { status: "database is read-only" }]);
  const toggled = await call("POST", `/api/videos/${video.id}/favorite/`);
  expect([toggled.statusCode, toggled.headers["retry-after"], toggled.json()]).toEqual([
    503,
    "1",
    expect.objectContaining({ type: "unavailable" }),
  ]);
  expect((await call("GET", "/api/history/")).statusCode).toBe(200);
  for (const { name, route } of everyCall) {
    const { statusCode } = await call(route.method, route.url.replaceAll(/:\w+/g, String(video.id)));
    expect(statusCode < 500 || statusCode === 503, `${name} ${statusCode}`).toBe(true);
  }
  await expect(migrate(connection)).rejects.toThrow(OperatorError);
  await set("off");
  await expect.poll(ready).toEqual([200, undefined, { status: "ok" }]);
  expect((await call("POST", `/api/videos/${video.id}/favorite/`)).statusCode).toBe(200);
});

test("a standby is not ready, and its writes answer 503", async () => {
  const { primary, replica, replayed } = await openReplicatedDatabase();
  const { user, video } = await setup(primary);
  const { app, signIn } = await openOn(replica, user);
  const writable = openDatabase(primary, () => {});
  const call = await signIn(writable);
  await writable.close();
  await replayed();
  // The primary of this test writes its log a moment after the commit.
  await expect.poll(async () => (await call("GET", "/api/profile/sessions/")).statusCode).toBe(200);
  expect((await app.inject("/health/ready")).json()).toEqual({ status: "database is read-only" });
  expect((await call("POST", `/api/videos/${video.id}/favorite/`)).statusCode).toBe(503);
});

test("readiness is answered within its limit when no connection is free, and 200 probes cost one statement", async () => {
  const { connection } = await openCluster();
  const { user } = await setup(connection);
  const { app, db } = await openOn(connection, user, { statement_timeout: 0 });
  const sleeping = Array.from({ length: POOL }, () => db.query({ text: "select pg_sleep(3)" }));
  const began = performance.now();
  const probes = await Promise.all(Array.from({ length: 200 }, () => app.inject("/health/ready")));
  expect(performance.now() - began).toBeLessThan(2_900);
  expect(new Set(probes.map(({ statusCode }) => statusCode))).toEqual(new Set([503]));
  expect(db.usage().waiting).toBeLessThan(2);
  await Promise.all(sleeping);
  expect((await app.inject("/health/ready")).statusCode).toBe(200);
});
