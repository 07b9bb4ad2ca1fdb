import { expect, onTestFinished, test } from "vitest";
import { createTestDatabase } from "../../test/testing/database/test-database.ts";
import { connect } from "./connect.ts";
import { openDatabase } from "./open.ts";
import type { Pooler } from "../config/config.ts";

// PostgreSQL without a pooler answers here. `npm run prove -- poolers` shows the same behind PgBouncer.

test("behind a session pooler, PostgreSQL cancels a statement over its limit", async () => {
  const { url, drop } = await createTestDatabase();
  const db = openDatabase({ connectionString: url, pooler: "session", max: 1, statement_timeout: 100 }, () => {});
  onTestFinished(async () => {
    await db.close();
    await drop();
  });
  const { rows } = await db.query({
    text: "select current_setting('statement_timeout') as timeout, current_setting('jit') as jit",
  });
  expect(rows).toEqual([{ timeout: "100ms", jit: "off" }]);
  await expect(db.query({ text: "select pg_sleep(20)" })).rejects.toThrow("statement timeout");
  await db.transaction(async (tx) => {
    await tx.query({ text: "set local statement_timeout = '20s'" });
    await tx.query({ text: "select pg_sleep(0.15)" });
  });
  await expect(db.query({ text: "select pg_sleep(20)" })).rejects.toThrow("statement timeout");
});

test("a start refuses a transaction pooler without limits, or one that does not follow prepared statements", async () => {
  const { url, drop } = await createTestDatabase();
  const start = (databasePooler: Pooler | null, options = "") =>
    connect({ databaseUrl: `${url}${options}`, databasePooler, dataDir: "/nowhere" }, () => {});
  await start(null);
  await start("session");
  await expect(start("transaction")).rejects.toThrow("DATABASE_POOLER=transaction: statements have no limit");
  const limited = `${url.includes("?") ? "&" : "?"}options=-c%20statement_timeout%3D2000`;
  await expect(start("transaction", limited)).rejects.toThrow("Set max_prepared_statements");
  await drop();
});
