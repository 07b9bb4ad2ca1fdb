import Fastify from "fastify";
import { expect, onTestFinished, test } from "vitest";
import { openDatabase } from "../db/open.ts";
import { createTestDatabase } from "../../test/testing/database/test-database.ts";
import { errorPlugin } from "./error-handler.ts";

/** Milliseconds. */
const STATEMENT_TIMEOUT = 20;

test("returns 503 with Retry-After when a statement exceeds its timeout", async () => {
  const { connection, drop } = await createTestDatabase();
  const db = openDatabase({ ...connection, statement_timeout: STATEMENT_TIMEOUT }, () => {});
  const app = Fastify();
  onTestFinished(async () => {
    await app.close();
    await db.close();
    await drop();
  });
  await app.register(errorPlugin);
  app.get("/", () => db.query({ text: "select pg_sleep(10)" }));
  const answer = await app.inject("/");
  expect(answer.statusCode).toBe(503);
  expect(answer.headers["retry-after"]).toBe("1");
  expect(answer.json()).toMatchObject({ type: "unavailable" });
});
