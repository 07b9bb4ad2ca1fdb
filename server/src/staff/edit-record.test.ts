import { contract } from "@manabiya/contract";
import type { AdminTag } from "@manabiya/contract/staff/search-words/tags.ts";
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
  const save = () => me.call(contract.adminTags.update, { id }, { name: "新", revision: 1 });
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
  expect((await me.call(contract.adminCategories.remove, { id: top.id })).statusCode).toBe(400);
  expect(await databaseState()).toEqual(before);
  expect(before?.categories).toEqual([[top.id]]);
});

test("accepts one of two changes of the same revision at once", async () => {
  const me = await staffCalls(t).staff();
  const { id } = await createTag(t.db, "二人で");
  const before = await databaseState();
  const answers = await Promise.all(
    ["一方", "他方"].map((name) => me.call(contract.adminTags.update, { id }, { name, revision: 1 })),
  );
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409]);
  const winner = answers.find(({ statusCode }) => statusCode === 200)?.json<AdminTag>();
  const loser = answers.find(({ statusCode }) => statusCode === 409)?.json<{ current: AdminTag }>();
  expect(loser?.current).toEqual(winner);
  expect((await databaseState())?.logged).toBe((before?.logged ?? 0) + 1);
});

test("answers 404 or 409 to the later of an update and a deletion at once", async () => {
  const me = await staffCalls(t).staff();
  for (let round = 0; round < 5; round += 1) {
    const { id } = await createTag(t.db, `消える ${round}`);
    const before = await databaseState();
    const [updated, removed] = await Promise.all([
      me.call(contract.adminTags.update, { id }, { name: `残る ${round}`, revision: 1 }),
      t.app.inject({
        method: "DELETE",
        url: `${contract.adminTags.remove.url.replace(":id", String(id))}?revision=1`,
        headers: me.headers,
      }),
    ]);
    expect([
      [200, 409],
      [404, 200],
    ]).toContainEqual([updated.statusCode, removed.statusCode]);
    expect((await databaseState())?.logged).toBe((before?.logged ?? 0) + 1);
  }
});

test("logs a long text whose 200th character is half of an emoji", async () => {
  const me = await staffCalls(t).staff();
  const { id } = await createVideo(t.db, t.clock);
  const description = `${"あ".repeat(199)}👍${"い".repeat(9)}`;
  const answer = await me.call(contract.adminVideos.describe, { id: String(id) }, { description });
  expect(answer.statusCode).toBe(200);
  const { rows } = await t.db.query<{ description: string }>({
    text: "select after->>'description' as description from audit_log where subject = 'video' and subject_id = $1",
    values: [id],
  });
  expect(rows).toEqual([{ description: `${"あ".repeat(199)}…` }]);
});
