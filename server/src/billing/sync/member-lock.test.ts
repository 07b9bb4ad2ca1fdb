import { expect, onTestFinished, test } from "vitest";
import { createTestDatabase } from "../../../test/testing/database/test-database.ts";
import { Clock } from "../../../test/testing/clock.ts";
import { createUser } from "../../../test/testing/factories.ts";
import { openDatabase } from "../../db/open.ts";
import { withMemberLock } from "./member-lock.ts";

async function openMember() {
  const { connection, drop } = await createTestDatabase();
  const db = openDatabase({ ...connection, max: 1 }, () => {});
  onTestFinished(async () => {
    await db.close();
    await drop();
  });
  return { db, id: (await createUser(db, new Clock())).id };
}

test("a lock of a clock that was set back locks nobody out", async () => {
  const { db, id } = await openMember();
  const text = `insert into stripe_customers (user_id, lock_token, locked_until)
                values ($1, gen_random_uuid(), clock_timestamp() + interval '1 day')`;
  await db.query({ text, values: [id] });
  await expect(withMemberLock(db, id, () => Promise.resolve("done"))).resolves.toBe("done");
});

test("a failover during an operation does not lock the member out", async () => {
  const { db, id } = await openMember();
  // The pool's only session refuses writes, as one to a demoted primary does; the pool's next one accepts them.
  const interrupted = withMemberLock(db, id, () => db.query({ text: "set default_transaction_read_only = on" }));
  await expect(interrupted).resolves.toMatchObject({ command: "SET" });
  const began = performance.now();
  await withMemberLock(db, id, () => Promise.resolve());
  expect(performance.now() - began).toBeLessThan(3_000);
});
