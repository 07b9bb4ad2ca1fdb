import { staff } from "@manabiya/contract";
import type { AdminTag } from "@manabiya/contract/staff/tags.ts";
import { expect, test } from "vitest";
import { createCategory, createTag, createVideo } from "../../test/testing/factories.ts";
import { staffCalls } from "../../test/testing/staff-calls.ts";
import { useTestApp } from "../../test/testing/test-app.ts";

const t = useTestApp();

async function databaseState() {
  const { rows } = await t.db.query<{ version: number; logged: number; categories: number[][] }>({
    text: `select (select version from catalogue_version) as version, (select count(*) from audit_log) as logged,
                  (select json_agg(category_ids) from videos) as categories`,
  });
  return rows[0];
}

test("answers a repeated update without a second change, although its revision is stale", async () => {
  const me = await staffCalls(t).staff();
  const { id } = await createTag(t.db, "元");
  const save = () => me.call(staff.adminTags.update, { id }, { name: "新", revision: 1 });
  expect((await save()).json<AdminTag>()).toEqual({ id, name: "新", revision: 2, video_count: 0 });
  const before = await databaseState();
  const repeated = await save();
  expect([repeated.statusCode, repeated.json<AdminTag>().revision]).toEqual([200, 2]);
  expect(await databaseState()).toEqual(before);
});

test("rolls back the record, the catalogue's version and the audit log together", async () => {
  const me = await staffCalls(t).staff();
  const top = await createCategory(t.db, "集客");
  await createCategory(t.db, "入門", top.id);
  await createCategory(t.db, "入門");
  await createVideo(t.db, t.clock, { category_ids: [top.id] });
  const before = await databaseState();
  expect((await me.call(staff.adminCategories.remove, { id: top.id })).statusCode).toBe(400);
  expect(await databaseState()).toEqual(before);
  expect(before?.categories).toEqual([[top.id]]);
});
