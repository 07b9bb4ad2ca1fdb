import Fastify from "fastify";
import { sql } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { type Database, openDatabase } from "../db/open.ts";
import { createTestDatabase } from "../../test/testing/database/test-database.ts";
import { errorPlugin } from "./error-handler.ts";

/** Milliseconds. */
const STATEMENT_TIMEOUT = 20;

const SLEEP = "select pg_sleep(10)";

test.each<[how: string, run: (db: Database) => Promise<unknown>]>([
  ["as it is written", (db) => db.query({ text: SLEEP })],
  ["through Drizzle, which wraps what PostgreSQL says", (db) => db.orm.execute(sql.raw(SLEEP))],
])("a statement that runs out of time is worth another try: %s", async (_how, run) => {
  const { connection, drop } = await createTestDatabase();
  const db = openDatabase({ ...connection, statement_timeout: STATEMENT_TIMEOUT }, () => {});
  const app = Fastify();
  onTestFinished(async () => {
    await app.close();
    await db.close();
    await drop();
  });
  await app.register(errorPlugin);
  app.get("/", () => run(db));
  const answer = await app.inject("/");
  expect(answer.statusCode).toBe(503);
  expect(answer.headers["retry-after"]).toBe("1");
  expect(answer.json()).toMatchObject({ type: "unavailable" });
});
