import { setTimeout as pause } from "node:timers/promises";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import Fastify from "fastify";
import type pg from "pg";
import { describe, expect, onTestFinished, test } from "vitest";
import { type DatabasePool, openDatabase } from "../db/open.ts";
import { createTestDatabase } from "../../test/testing/database/test-database.ts";
import { answerUnread, errorPlugin } from "./error-handler.ts";

/** Milliseconds. */
const STATEMENT_TIMEOUT = 20;

async function answerOf(work: (db: DatabasePool) => Promise<unknown>, more: pg.PoolConfig = {}) {
  const { connection, drop } = await createTestDatabase();
  const db = openDatabase({ ...connection, ...more }, () => {});
  const app = Fastify();
  onTestFinished(async () => {
    await app.close();
    await db.close();
    await drop();
  });
  await app.register(errorPlugin);
  app.get("/", () => work(db));
  return app.inject("/");
}

const pid = async (db: Pick<DatabasePool, "query">) =>
  (await db.query<{ pid: number }>({ text: "select pg_backend_pid() as pid" })).rows[0]?.pid;

const terminate = (db: DatabasePool, victim: number | undefined) =>
  db.query({ text: "select pg_terminate_backend($1)", values: [victim] });

const raises = (code: string) => (db: DatabasePool) =>
  db.query({ text: `do $$ begin raise exception 'as PostgreSQL does' using errcode = '${code}'; end $$` });

test.each<[string, (db: DatabasePool) => Promise<unknown>]>([
  [
    "a transaction loses its connection between two statements",
    (db) =>
      db.transaction(async (tx) => {
        await terminate(db, await pid(tx));
        // Until the client has noticed.
        await pause(100);
        await tx.query({ text: "select 1" });
      }),
  ],
  [
    "a transaction loses its connection during a statement",
    (db) =>
      db.transaction(async (tx) => {
        const victim = await pid(tx);
        await Promise.all([tx.query({ text: "select pg_sleep(5)" }), pause(50).then(() => terminate(db, victim))]);
      }),
  ],
  [
    "a transaction is idle for too long",
    (db) =>
      db.transaction(async (tx) => {
        await tx.query({ text: "set idle_in_transaction_session_timeout = 20" });
        await pause(200);
        await tx.query({ text: "select 1" });
      }),
  ],
  [
    "the server accepts no writes",
    (db) =>
      db.transaction(async (tx) => {
        await tx.query({ text: "set transaction read only" });
        await tx.query({ text: "delete from tags" });
      }),
  ],
  ...["08006", "40001", "40P01", "53300", "55P03", "57P01", "57P02", "57P03", "25006"].map(
    (code): [string, (db: DatabasePool) => Promise<unknown>] => [`PostgreSQL answers ${code}`, raises(code)],
  ),
  [
    "the name of its host does not resolve",
    () => openDatabase({ host: "database.invalid" }, () => {}).query({ text: "select 1" }),
  ],
])("returns 503 with Retry-After when %s", async (_when, work) => {
  const answer = await answerOf(work);
  expect([answer.statusCode, answer.headers["retry-after"]]).toEqual([503, "1"]);
  expect(answer.json()).toMatchObject({ type: "unavailable" });
});

test.each(["22P02", "23505", "42P01", "XX000"])("returns 500 for %s, which no repetition improves", async (code) => {
  expect((await answerOf(raises(code))).statusCode).toBe(500);
});

test("returns 503 with Retry-After when a statement exceeds its timeout", async () => {
  const sleep = (db: DatabasePool) => db.query({ text: "select pg_sleep(10)" });
  const answer = await answerOf(sleep, { statement_timeout: STATEMENT_TIMEOUT });
  expect(answer.statusCode).toBe(503);
  expect(answer.headers["retry-after"]).toBe("1");
  expect(answer.json()).toMatchObject({ type: "unavailable" });
});

describe("a request that Node refuses before it has read it", () => {
  const long = "%E3%81%82".repeat(3_000);

  test.each([
    [
      "a search of 3,000 characters",
      `GET /search?q=${long} HTTP/1.1\r\nHost: a\r\n\r\n`,
      431,
      "text/html",
      "URLまたはCookie",
    ],
    [
      "a long call",
      `GET /api/search/?q=${long} HTTP/1.1\r\nHost: a\r\n\r\n`,
      431,
      "application/json",
      "URLまたはCookie",
    ],
    [
      "long cookies",
      `GET / HTTP/1.1\r\nHost: a\r\nCookie: a=${"b".repeat(20_000)}\r\n\r\n`,
      431,
      "text/html",
      "URLまたはCookie",
    ],
    ["another protocol", "\u0016\u0003\u0001\r\n\r\n", 400, "text/html", "形式が正しくありません"],
  ])("is answered in Japanese: %s", async (_name, request, status, type, words) => {
    const app = Fastify({ clientErrorHandler: answerUnread });
    onTestFinished(() => app.close());
    await app.listen({ port: 0, host: "127.0.0.1" });
    const socket = connect((app.server.address() as AddressInfo).port, "127.0.0.1");
    socket.write(request);
    const [head = "", body = ""] = (await text(socket)).split("\r\n\r\n");
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(head).toContain(`Content-Type: ${type}; charset=utf-8`);
    expect(body).toContain(words);
  });
});
