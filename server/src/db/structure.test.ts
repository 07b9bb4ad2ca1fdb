import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase } from "../../test/testing/database/test-database.ts";
import { readStructure } from "../../test/testing/structure.ts";

const database = await createTestDatabase();
const client = new pg.Client(database.connection);
let structure: string;

beforeAll(async () => {
  await client.connect();
  structure = await readStructure(client);
});

afterAll(async () => {
  await client.end();
  await database.drop();
});

test("the migrations produce the committed structure: `npm run structure` writes it anew", async () => {
  await expect(structure).toMatchFileSnapshot("structure.sql");
});

test.each([
  "alter table tags add column color text",
  "alter table tags alter column name drop not null",
  "alter table tags alter column revision set default 2",
  "alter table tags alter column revision type bigint",
  "alter table tags add check (revision > 0)",
  "alter table tags drop constraint tags_name_unique",
  "alter table chapters drop constraint chapters_video_id_videos_id_fk",
  "alter table video_search_grams alter column base_grams set storage main",
  "alter index video_search_grams_base alter column 1 set statistics 10",
  "drop index videos_newest",
  "drop trigger audit_log_append_only on audit_log",
  "alter function unpacked cost 1",
  "comment on table trials is null",
  "comment on column trials.mailbox is null",
  "create table ratings (id int primary key)",
])("the structure shows a difference: %s", async (sql) => {
  await client.query("begin");
  await client.query(sql);
  expect(await readStructure(client)).not.toBe(structure);
  await client.query("rollback");
});
