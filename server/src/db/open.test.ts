import { setImmediate as turn } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { openDatabase } from "./open.ts";
import { createTestDatabase } from "./test-database.ts";

test("a connection that is cut inside a transaction fails the transaction and nothing else", async () => {
  const { connection, drop } = await createTestDatabase();
  const [db, other] = [openDatabase(connection, () => {}), openDatabase(connection, () => {})];
  onTestFinished(async () => {
    await db.close();
    await other.close();
    await drop();
  });
  const cut = db.transaction(async (tx) => {
    const { rows } = await tx.query<{ pid: number }>({ text: "select pg_backend_pid() as pid" });
    await other.query({ text: "select pg_terminate_backend($1)", values: [rows[0]?.pid] });
    for (;;) {
      await turn();
      await tx.query({ text: "select 1" });
    }
  });
  await expect(cut).rejects.toThrow(/terminat|closed|ECONNRESET|EPIPE|not queryable/i);
  expect((await db.query({ text: "select 1 as one" })).rows).toEqual([{ one: 1 }]);
});
