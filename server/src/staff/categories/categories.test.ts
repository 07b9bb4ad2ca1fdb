import { contract } from "@manabiya/contract";
import type { AuditEntry } from "@manabiya/contract/staff/audit.ts";
import type { AdminCategory } from "@manabiya/contract/staff/categories.ts";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createCategory, createVideo } from "../../../test/testing/factories.ts";
import { staffCalls } from "../../../test/testing/staff-calls.ts";
import { useTestApp } from "../../../test/testing/test-app.ts";

const t = useTestApp();
const { list, create, update, remove } = contract.adminCategories;
let me: Awaited<ReturnType<ReturnType<typeof staffCalls>["staff"]>>;

beforeAll(async () => {
  me = await staffCalls(t).staff();
});

beforeEach(async () => {
  await t.db.query({ text: "delete from videos" });
  await t.db.query({ text: "delete from categories" });
});

const auditLog = async () => (await t.db.query<AuditEntry>({ text: "select * from audit_log order by id" })).rows;
const seen = async () => (await me.get(contract.categories.list.url)).json<{ id: number }[]>();
const found = async (q: string) =>
  (await me.get(`${contract.search.videos.url}?q=${encodeURIComponent(q)}`)).json<{ count: number }>().count;

describe("a new category", () => {
  test("is returned in full and visible to members at the next request", async () => {
    const response = await me.call(create, {}, { name: " ＳＮＳ運用 ", parent: null });
    expect(response.statusCode).toBe(201);
    const made = response.json<AdminCategory>();
    expect(made).toEqual({ id: expect.any(Number), name: "SNS運用", parent: null, revision: 1, video_count: 0 });
    expect(await seen()).toEqual([{ id: made.id, name: "SNS運用", parent: null }]);
  });

  test.each([
    ["number", (id: number) => id],
    ["text of a select", String],
  ])("accepts its parent as a %s", async (_kind, given) => {
    const parent = await createCategory(t.db, "親");
    const response = await me.call(create, {}, { name: "子", parent: given(parent.id) });
    expect(response.json()).toMatchObject({ name: "子", parent: parent.id });
  });

  test.each([[{ name: "上" }], [{ name: "上", parent: "" }], [{ name: "上", parent: null }]])(
    "is top-level: %j",
    async (body) => {
      expect((await me.call(create, {}, body)).json()).toMatchObject({ parent: null });
    },
  );

  test.each([
    [{}, "name", "カテゴリー名を入力してください。"],
    [{ name: "　 " }, "name", "カテゴリー名を入力してください。"],
    [{ name: "長".repeat(51) }, "name", "カテゴリー名は50文字以内で入力してください。"],
    [{ name: "a\0b" }, "name", "使用できない文字が含まれています。"],
    [{ name: "\ud800" }, "name", "使用できない文字が含まれています。"],
    [{ name: 7 }, "name", "カテゴリー名を入力してください。"],
    [{ name: "子", parent: "x" }, "parent", "親カテゴリーが正しくありません。"],
    [{ name: "子", parent: -1 }, "parent", "親カテゴリーが正しくありません。"],
    [{ name: "子", parent: [1] }, "parent", "親カテゴリーが正しくありません。"],
    [{ name: "子", parent: 9_999_999 }, "parent", "親カテゴリーが見つかりません。"],
    [{ name: "子", parent: 99_999_999_999 }, "parent", "親カテゴリーが見つかりません。"],
  ])("is rejected with a field error: %j", async (body, field, message) => {
    const response = await me.call(create, {}, body);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ error: message, fields: { [field]: [message] } });
    expect(await seen()).toEqual([]);
  });

  test("has a unique name among the categories of its parent", async () => {
    const [a, b] = [await createCategory(t.db, "甲"), await createCategory(t.db, "乙")];
    await me.call(create, {}, { name: "入門", parent: a.id });
    const again = await me.call(create, {}, { name: "入門", parent: a.id });
    expect(again.json()).toMatchObject({ fields: { name: ["同じ名前のカテゴリーがすでにあります。"] } });
    expect((await me.call(create, {}, { name: "入門", parent: b.id })).statusCode).toBe(201);
    expect((await me.call(create, {}, { name: "甲", parent: null })).statusCode).toBe(400);
  });

  test("is created once by five concurrent requests", async () => {
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => me.call(create, {}, { name: "一度", parent: null })),
    );
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([201, 400, 400, 400, 400]);
    expect(await seen()).toHaveLength(1);
  });
});

describe("the two levels", () => {
  test("allow no child as parent, no category as its own parent and no parent above children", async () => {
    const top = await createCategory(t.db, "親");
    const child = await createCategory(t.db, "子", top.id);
    const other = await createCategory(t.db, "別");
    const parentError = async (id: number, parent: number) =>
      (await me.call(update, { id }, { name: "名", parent })).json().fields?.parent?.[0];
    expect(await parentError(other.id, child.id)).toBe("子カテゴリーを親にすることはできません。");
    expect(await parentError(other.id, other.id)).toBe("自分自身を親カテゴリーにすることはできません。");
    expect(await parentError(top.id, other.id)).toBe("子カテゴリーを持つカテゴリーに、親を設定することはできません。");
    expect((await me.call(update, { id: child.id }, { name: "子", parent: null })).statusCode).toBe(200);
  });

  test("hold under concurrent changes", async () => {
    for (let round = 0; round < 5; round++) {
      await t.db.query({ text: "delete from categories" });
      const [a, b, c] = [
        await createCategory(t.db, "A"),
        await createCategory(t.db, "B"),
        await createCategory(t.db, "C"),
      ];
      const answers = await Promise.all([
        me.call(update, { id: b.id }, { name: "B", parent: a.id }),
        me.call(update, { id: c.id }, { name: "C", parent: b.id }),
        me.call(create, {}, { name: "D", parent: c.id }),
      ]);
      expect(answers.every(({ statusCode }) => statusCode < 500)).toBe(true);
      const { rows } = await t.db.query<AdminCategory>({ text: "select id, parent from categories" });
      const parents = new Map(rows.map(({ id, parent }) => [id, parent]));
      for (const { parent } of rows) if (parent !== null) expect(parents.get(parent)).toBeNull();
    }
  });
});

describe("a renamed category", () => {
  test("is found by its new name only, including videos of its children", async () => {
    const top = await createCategory(t.db, "集客");
    const child = await createCategory(t.db, "広告", top.id);
    await createVideo(t.db, t.clock, { title: "一本目", category_ids: [child.id] });
    expect(await found("集客")).toBe(1);
    const body = { id: top.id, name: "販売促進", parent: null, children: [{ id: child.id }] };
    const response = await me.call(update, { id: top.id }, body);
    expect(response.json()).toMatchObject({ name: "販売促進", revision: 2 });
    expect(await found("集客")).toBe(0);
    expect(await found("販売促進")).toBe(1);
  });

  test("returns 409 with the present category when the revision is stale", async () => {
    const { id } = await createCategory(t.db, "元");
    const [first, second] = await Promise.all([
      me.call(update, { id }, { name: "甲", parent: null, revision: 1 }),
      me.call(update, { id }, { name: "乙", parent: null, revision: 1 }),
    ]);
    const [won, lost] = first.statusCode === 200 ? [first, second] : [second, first];
    expect(won.statusCode).toBe(200);
    expect(lost.statusCode).toBe(409);
    expect(lost.json()).toMatchObject({ type: "conflict", current: won.json() });
    const repeated = { name: won.json<AdminCategory>().name, parent: null, revision: 1 };
    expect((await me.call(update, { id }, repeated)).statusCode).toBe(200);
    expect((await me.call(update, { id }, { name: "丙", parent: null })).statusCode).toBe(200);
  });

  test("returns 404 if it does not exist", async () => {
    const response = await me.call(update, { id: 999_999 }, { name: "無", parent: null });
    expect(response.statusCode).toBe(404);
    expect(response.json().error).toBe("カテゴリーが見つかりません。");
  });
});

describe("a deleted category", () => {
  test("keeps its videos without its name and makes its children top-level", async () => {
    const top = await createCategory(t.db, "集客");
    const child = await createCategory(t.db, "広告", top.id);
    const other = await createCategory(t.db, "文章");
    const both = await createVideo(t.db, t.clock, { category_ids: [top.id, other.id] });
    await createVideo(t.db, t.clock, { category_ids: [child.id] });
    await createVideo(t.db, t.clock, { category_ids: [top.id], deleted_at: t.clock.daysAgo(1) });
    expect((await me.get(list.url)).json<AdminCategory[]>().map(({ video_count }) => video_count)).toEqual([1, 1, 1]);
    const response = await me.call(remove, { id: top.id });
    expect(response.json()).toEqual({ message: "カテゴリー「集客」を削除しました。" });
    expect(await seen()).toEqual([
      { id: child.id, name: "広告", parent: null },
      { id: other.id, name: "文章", parent: null },
    ]);
    expect(await found("集客")).toBe(0);
    expect(await found("広告")).toBe(1);
    const { rows } = await t.db.query({ text: "select category_ids from videos where id = $1", values: [both.id] });
    expect(rows).toEqual([{ category_ids: [other.id] }]);
    expect((await me.call(remove, { id: top.id })).statusCode).toBe(404);
  });

  test("cannot be deleted if a child's name exists at the top level", async () => {
    const top = await createCategory(t.db, "集客");
    await createCategory(t.db, "入門", top.id);
    await createCategory(t.db, "入門");
    const response = await me.call(remove, { id: top.id });
    expect(response.statusCode).toBe(400);
    expect(response.json().error).toContain("先に名前を変更してください。");
    expect(await seen()).toHaveLength(3);
  });
});

test("logs every change with its user and skips a request without a change", async () => {
  const before = (await auditLog()).length;
  const { id } = (await me.call(create, {}, { name: "記録", parent: null })).json<AdminCategory>();
  await me.call(update, { id }, { name: "記録", parent: null });
  await me.call(update, { id }, { name: "記録2", parent: null });
  await me.call(create, {}, { name: "記録2", parent: null });
  await me.call(remove, { id });
  const rows = (await auditLog()).slice(before);
  expect(rows.map(({ action, subject_id, user_id }) => [action, subject_id, user_id])).toEqual([
    ["category.create", id, me.user.id],
    ["category.update", id, me.user.id],
    ["category.delete", id, me.user.id],
  ]);
  expect(rows[1]).toMatchObject({ before: { name: "記録", parent: null }, after: { name: "記録2", parent: null } });
});
