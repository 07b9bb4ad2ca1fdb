import { contract } from "@manabiya/contract";
import type { AuditEntry } from "@manabiya/contract/staff/audit.ts";
import type { AdminSynonyms } from "@manabiya/contract/staff/search-words/synonyms.ts";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createCategory, createTag, createUser, createVideo } from "../../../test/testing/factories.ts";
import { staffCalls } from "../../../test/testing/staff-calls.ts";
import { useTestApp } from "../../../test/testing/test-app.ts";

const t = useTestApp();
const { list, create, update, remove } = contract.adminSynonyms;
let me: Awaited<ReturnType<ReturnType<typeof staffCalls>["staff"]>>;
/** Groups of the first start. */
let first: AdminSynonyms[];

beforeAll(async () => {
  me = await staffCalls(t).staff();
  first = (await me.get(list.url)).json();
});

beforeEach(async () => {
  await t.db.query({ text: "delete from videos" });
  await t.db.query({ text: "delete from synonym_groups" });
});

async function found(q: string, options: Record<string, string> = {}): Promise<number[]> {
  const query = new URLSearchParams({ q, ...options }).toString();
  const { results } = (await me.get(`${contract.search.videos.url}?${query}`)).json<{ results: { id: number }[] }>();
  return results.map(({ id }) => id);
}

const video = async (given: Parameters<typeof createVideo>[2]) => (await createVideo(t.db, t.clock, given)).id;
const group = async (name: string) => (await me.call(create, {}, { name })).json<AdminSynonyms>();

test("the service begins with at least 300 words, each in one group", () => {
  const words = first.flatMap(({ name }) => name.split("、"));
  expect(words.length).toBeGreaterThanOrEqual(300);
  expect(new Set(words.map((word) => word.toLowerCase())).size).toBe(words.length);
});

describe("a search for a word", () => {
  test("finds the other words of its group in every scope, until the group changes", async () => {
    const tag = await createTag(t.db, "月額課金");
    const ids = [await video({ title: "定期購読の始め方" }), await video({ title: "料金", tag_ids: [tag.id] })];
    expect(await found("さぶすく")).toEqual([]);
    const { id } = await group("サブスク、定期購読、月額課金");
    expect(await found("さぶすく")).toEqual(ids.toReversed());
    expect(await found("サブスク", { type: "title" })).toEqual([ids[0]]);
    await me.call(update, { id }, { name: "サブスク、月額課金" });
    expect(await found("サブスク")).toEqual([ids[1]]);
    await me.call(remove, { id });
    expect(await found("サブスク")).toEqual([]);
  });

  test("finds its own spelling first by relevance", async () => {
    await group("割引、値下げ");
    const [typed, other] = [
      await video({ title: "割引の前に", published_at: t.clock.daysAgo(9) }),
      await video({ title: "値下げの前に" }),
    ];
    expect(await found("割引")).toEqual([other, typed]);
    expect(await found("割引", { sort: "relevance" })).toEqual([typed, other]);
  });

  test("includes all groups that hold it, and words with spaces as a whole", async () => {
    await group("LP、landing page、ランディングページ");
    await group("LP、レコード");
    const ids = [await video({ title: "ランディングページ入門" }), await video({ title: "レコードの手入れ" })];
    expect(await found("ｌｐ")).toEqual(ids.toReversed());
    expect(await found("landing page")).toEqual([ids[0]]);
    expect(await found("landing")).toEqual([]);
  });

  test("requires all words of a query, each by itself or by its synonyms", async () => {
    await group("メルマガ、ニュースレター");
    const both = await video({ title: "ニュースレターの件名" });
    await video({ title: "ニュースレターの配信" });
    expect(await found("メルマガ 件名")).toEqual([both]);
    expect(await found("メルマガの件名")).toEqual([both]);
  });

  test("finds names of tags and categories for users without access, but no other texts", async () => {
    await group("写真、フォト");
    const category = await createCategory(t.db, "フォト講座");
    const shown = await video({ title: "光の向き", category_ids: [category.id] });
    await video({ title: "影の向き", description: "フォトの話" });
    const headers = await t.as((await createUser(t.db, t.clock, { subscription_status: "inactive" })).id);
    const url = `${contract.search.videos.url}?q=${encodeURIComponent("写真")}`;
    expect((await t.app.inject({ url, headers })).json()).toMatchObject({ count: 1, results: [{ id: shown }] });
  });
});

test.each([
  [{}, "同じ意味の言葉を入力してください。"],
  [{ name: "サブスク" }, "同じ意味の言葉を2つ以上、「、」で区切って入力してください。"],
  [{ name: "サブスク、サブスク、" }, "同じ意味の言葉を2つ以上、「、」で区切って入力してください。"],
  [{ name: `${"長".repeat(300)}、短` }, "同じ意味の言葉は300文字以内で入力してください。"],
])("rejects %j with a field error", async (body, message) => {
  const response = await me.call(create, {}, body);
  expect(response.statusCode).toBe(400);
  expect(response.json()).toMatchObject({ error: message, fields: { name: [message] } });
});

test("tidies separators and repeated words, and keeps groups unique", async () => {
  expect(await group(" ＡＩ，人工知能、 AI 、人工知能,エーアイ")).toMatchObject({
    name: "AI、人工知能、エーアイ",
    revision: 1,
  });
  const again = await me.call(create, {}, { name: "AI、人工知能、エーアイ" });
  expect(again.json()).toMatchObject({ fields: { name: ["同じ言葉の同義語がすでにあります。"] } });
});

test("logs every change", async () => {
  const { id } = await group("甲、乙");
  await me.call(update, { id }, { name: "甲、丙" });
  expect((await me.call(remove, { id })).json()).toEqual({ message: "同義語「甲、丙」を削除しました。" });
  const { rows } = await t.db.query<AuditEntry>({ text: "select * from audit_log order by id desc limit 3" });
  expect(rows.toReversed().map(({ action, before, after }) => [action, before, after])).toEqual([
    ["synonyms.create", null, { name: "甲、乙" }],
    ["synonyms.update", { name: "甲、乙" }, { name: "甲、丙" }],
    ["synonyms.delete", { name: "甲、丙" }, null],
  ]);
});
