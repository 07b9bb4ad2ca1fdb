import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { setImmediate as turn } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { openDatabase } from "./open.ts";
import { isDatabaseUnavailable } from "./unavailable.ts";
import { createTestDatabase } from "../../test/testing/database/test-database.ts";

test("a connection lost inside a transaction fails only that transaction", async () => {
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

test("a connection that accepts no writes is replaced after its transaction", async () => {
  const { connection, drop } = await createTestDatabase();
  const db = openDatabase({ ...connection, max: 1 }, () => {});
  onTestFinished(async () => {
    await db.close();
    await drop();
  });
  await db.query({ text: "set default_transaction_read_only = on" });
  const write = () => db.transaction((tx) => tx.query({ text: "delete from tags" }));
  await expect(write()).rejects.toThrow("read-only transaction");
  await write();
});

/** A way to PostgreSQL that can swallow everything, as a machine that froze or lost its network does. */
async function openTunnel(url: string) {
  const { hostname, port } = new URL(url);
  const host = decodeURIComponent(hostname);
  // A host that is a folder holds PostgreSQL's socket.
  const open = () => (host.startsWith("/") ? connect(`${host}/.s.PGSQL.${port || 5432}`) : connect(Number(port), host));
  const sockets: Socket[] = [];
  const server = createServer((client) => {
    const upstream = open();
    for (const socket of [client, upstream]) sockets.push(socket.on("error", () => {}));
    client.pipe(upstream).pipe(client);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const own = new URL(url);
  own.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: own.href,
    swallow: () => {
      for (const socket of sockets.splice(0)) socket.unpipe().resume();
    },
    close: () => server.close(),
  };
}

test("statements on connections that no longer answer fail in time, and later ones get new connections", async () => {
  const { url, drop } = await createTestDatabase();
  const tunnel = await openTunnel(url);
  const db = openDatabase({ connectionString: tunnel.url, max: 2, query_timeout: 300 }, () => {});
  onTestFinished(async () => {
    await db.close();
    tunnel.close();
    await drop();
  });
  const one = () => db.query({ text: "select 1 as one" });
  const inTransaction = () => db.transaction((tx) => tx.query({ text: "select 1 as one" }));
  await Promise.all([one(), inTransaction()]);
  tunnel.swallow();
  const began = performance.now();
  await Promise.all([
    expect(one()).rejects.toSatisfy(isDatabaseUnavailable),
    expect(inTransaction()).rejects.toSatisfy(isDatabaseUnavailable),
  ]);
  expect(performance.now() - began).toBeLessThan(1_000);
  expect((await one()).rows).toEqual([{ one: 1 }]);
  expect((await inTransaction()).rows).toEqual([{ one: 1 }]);
});

test("a transaction that is allowed more time waits longer for its answers", async () => {
  const { connection, drop } = await createTestDatabase();
  const db = openDatabase({ ...connection, statement_timeout: 200, query_timeout: 300 }, () => {});
  onTestFinished(async () => {
    await db.close();
    await drop();
  });
  const slow = { text: "select pg_sleep(0.5)" };
  await expect(db.transaction((tx) => tx.query(slow))).rejects.toThrow("statement timeout");
  await db.transaction(async (tx) => {
    await tx.allowTime(2_000);
    await tx.transaction((inner) => inner.query(slow));
  });
  await expect(db.query(slow)).rejects.toThrow("statement timeout");
  await expect(db.allowTime(2_000)).rejects.toThrow("Only a transaction");
});

test("reads instants as ISO 8601 in UTC with milliseconds in any session time zone", async () => {
  const { connection, drop } = await createTestDatabase();
  const db = openDatabase(connection, () => {});
  onTestFinished(async () => {
    await db.close();
    await drop();
  });
  const times = [
    "2026-11-22 01:02:03.456789+00",
    "2026-11-22 01:02:03.4+00",
    "2026-11-22 01:02:03+00",
    "1999-12-31 23:59:59.999999+00",
    "2026-11-22 01:02:03.05+09:30",
    "10026-01-02 03:04:05.678+00",
  ];
  for (const zone of ["UTC", "Asia/Tokyo", "America/St_Johns"]) {
    const rows = await db.transaction(async (session) => {
      await session.query({ text: `set local time zone '${zone}'` });
      const text = "select at from unnest($1::timestamptz[]) with ordinality as t (at, position) order by position";
      return (await session.query<{ at: string }>({ text, values: [times] })).rows;
    });
    expect(rows.map(({ at }) => at)).toEqual([
      "2026-11-22T01:02:03.456Z",
      "2026-11-22T01:02:03.400Z",
      "2026-11-22T01:02:03.000Z",
      "1999-12-31T23:59:59.999Z",
      "2026-11-21T15:32:03.050Z",
      "+010026-01-02T03:04:05.678Z",
    ]);
  }
});

test("turns JIT compilation off", async () => {
  const { connection, drop } = await createTestDatabase();
  const db = openDatabase(connection, () => {});
  onTestFinished(async () => {
    await db.close();
    await drop();
  });
  expect((await db.query({ text: "show jit" })).rows).toEqual([{ jit: "off" }]);
});
