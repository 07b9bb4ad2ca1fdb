import pg from "pg";
import { describe, expect, onTestFinished, test } from "vitest";
import { createTestDatabase, databaseUrl } from "./test-database.ts";

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client(url);
  client.on("error", () => {});
  await client.connect();
  onTestFinished(() => client.end().catch(() => {}));
  return client;
}

describe("A test database", () => {
  test("is migrated and isolated from others", async () => {
    const [one, two] = await Promise.all([createTestDatabase(), createTestDatabase()]);
    const [first, second] = await Promise.all([connected(one.url), connected(two.url)]);
    await first.query("INSERT INTO tags (name) VALUES ('広告')");
    expect((await first.query("SELECT name FROM tags")).rows).toEqual([{ name: "広告" }]);
    expect((await second.query("SELECT name FROM tags")).rows).toEqual([]);
    await Promise.all([one.drop(), two.drop()]);
  });

  test("can be dropped while a client is connected", async () => {
    const database = await createTestDatabase();
    await connected(database.url);
    await database.drop();
    await expect(connected(database.url)).rejects.toThrow("does not exist");
  });
});

test("databaseUrl replaces the database name in any connection string", () => {
  expect(databaseUrl("postgresql://u:p@%2Ftmp%2Fa:5432/one", "two")).toBe("postgresql://u:p@%2Ftmp%2Fa:5432/two");
  expect(databaseUrl("postgres://h/one?host=/run/x", "two")).toBe("postgres://h/two?host=/run/x");
});
