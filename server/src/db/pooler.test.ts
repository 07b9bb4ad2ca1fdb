import { expect, onTestFinished, test } from "vitest";
import { createTestDatabase } from "../../test/testing/database/test-database.ts";
import { connect } from "./connect.ts";
import { type DatabasePool, openDatabase } from "./open.ts";
import type { Pooler } from "../config/config.ts";

// PostgreSQL without a pooler serves both ways of speaking. `npm run prove -- poolers` shows them behind PgBouncer.
const POOLERS: Pooler[] = ["session", "transaction"];
/** Milliseconds. */
const LIMIT = 100;

async function opened(pooler: Pooler): Promise<DatabasePool> {
  const { url, drop } = await createTestDatabase();
  const db = openDatabase({ connectionString: url, pooler, max: 1, statement_timeout: LIMIT }, () => {});
  onTestFinished(async () => {
    await db.close();
    await drop();
  });
  return db;
}

const sleep = { name: "test.sleep", text: "select pg_sleep($1)", values: [20] };

test.each(POOLERS)("behind a %s pooler, PostgreSQL cancels a statement over its limit", async (pooler) => {
  const db = await opened(pooler);
  for (const settings of ["statement_timeout", "jit"]) {
    const { rows } = await db.query({ text: `select current_setting('${settings}') as value` });
    expect(rows).toEqual([{ value: settings === "jit" ? "off" : `${LIMIT}ms` }]);
  }
  await expect(db.query(sleep)).rejects.toThrow("statement timeout");
  await expect(db.transaction((tx) => tx.query(sleep))).rejects.toThrow("statement timeout");
  await db.transaction(async (tx) => {
    await tx.query({ text: "set local statement_timeout = '20s'" });
    await tx.query({ text: "select pg_sleep($1)", values: [(1.5 * LIMIT) / 1000] });
  });
  await expect(db.query(sleep)).rejects.toThrow("statement timeout");
});

test("behind a transaction pooler, limits hold after another client turned them off", async () => {
  const db = await opened("transaction");
  await db.query({ text: "set statement_timeout = 0" });
  await db.query({ text: "set jit = on" });
  const { rows } = await db.query({ text: "select current_setting('jit') as jit" });
  expect(rows).toEqual([{ jit: "off" }]);
  await expect(db.transaction((tx) => tx.query(sleep))).rejects.toThrow("statement timeout");
  await expect(db.query(sleep)).rejects.toThrow("statement timeout");
});

test("behind a transaction pooler, nothing of a session is used", async () => {
  const db = await opened("transaction");
  await db.query({ name: "test.name", text: "select $1::int as number", values: [1] });
  await db.transaction((tx) => tx.query({ name: "test.name", text: "select $1::int as number", values: [1] }));
  expect((await db.query({ text: "select name from pg_prepared_statements" })).rows).toEqual([]);
});

test.each(POOLERS)("behind a %s pooler, answers and errors are those of PostgreSQL", async (pooler) => {
  const db = await opened(pooler);
  const text = "select a, a * 2 as double, null as nothing from unnest($1::int[]) as t (a)";
  const many = { name: "test.many", text, values: [[1, 2]] };
  for (const run of [db, { query: (query: typeof many) => db.transaction((tx) => tx.query(query)) }]) {
    expect(await run.query(many)).toMatchObject({
      rowCount: 2,
      rows: [
        { a: 1, double: 2, nothing: null },
        { a: 2, double: 4, nothing: null },
      ],
    });
    expect(await run.query({ ...many, values: [[]] })).toMatchObject({ rowCount: 0, rows: [] });
  }
  const divide = (by: number) => db.query({ name: "test.divide", text: "select 6 / $1::int as ratio", values: [by] });
  await expect(divide(0)).rejects.toMatchObject({ code: "22012" });
  expect((await divide(3)).rows).toEqual([{ ratio: 2 }]);
  await expect(db.query({ name: "test.wrong", text: "select nothing" })).rejects.toMatchObject({ code: "42703" });
  expect(await db.query({ text: "update tags set name = name" })).toMatchObject({ rowCount: 0, command: "UPDATE" });
});

test("a start finds out whether prepared statements keep their names", async () => {
  const { url, drop } = await createTestDatabase();
  const found = async (databasePooler: Pooler | null) =>
    (await connect({ databaseUrl: url, databasePooler, dataDir: "/nowhere" }, () => {})).found;
  expect(await found(null)).toBeNull();
  expect(await found("session")).toBeNull();
  expect(await found("transaction")).toBe("The pooler does not keep prepared statements by name.");
  await drop();
});
