import { contract } from "@manabiya/contract";
import type { AuditEntry } from "@manabiya/contract/staff/audit.ts";
import type { AdminTag } from "@manabiya/contract/staff/search-words/tags.ts";
import { nameKey } from "@manabiya/contract/text.ts";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { createTag, createVideo } from "../../../../test/testing/factories.ts";
import { fileOf, formPayload } from "../../../../test/testing/form.ts";
import { staffCalls } from "../../../../test/testing/staff-calls.ts";
import { useTestApp } from "../../../../test/testing/test-app.ts";
import { encodeLegacy } from "../../../csv/legacy.ts";

const t = useTestApp();
const { list, create, update, remove } = contract.adminTags;
let me: Awaited<ReturnType<ReturnType<typeof staffCalls>["staff"]>>;

beforeAll(async () => {
  me = await staffCalls(t).staff();
});

beforeEach(async () => {
  await t.db.query({ text: "delete from videos" });
  await t.db.query({ text: "delete from tags" });
});

const auditLog = async () => (await t.db.query<AuditEntry>({ text: "select * from audit_log order by id" })).rows;
const seen = async () => (await me.get(contract.tags.list.url)).json<object[]>();
const found = async (q: string) =>
  (await me.get(`${contract.search.videos.url}?q=${encodeURIComponent(q)}`)).json<{ count: number }>().count;

test("creates a tag that members see at the next request", async () => {
  const response = await me.call(create, {}, { name: " ＡＩ " });
  expect(response.statusCode).toBe(201);
  expect(response.json()).toEqual({ id: expect.any(Number), name: "AI", revision: 1, video_count: 0 });
  expect(await seen()).toEqual([{ id: response.json<AdminTag>().id, name: "AI" }]);
});

test.each([
  [{}, "タグ名を入力してください。"],
  [{ name: "" }, "タグ名を入力してください。"],
  [{ name: "長".repeat(51) }, "タグ名は50文字以内で入力してください。"],
  [{ name: "a\0b" }, "使用できない文字が含まれています。"],
  [{ name: ["AI"] }, "タグ名を入力してください。"],
])("rejects %j with a field error", async (body, message) => {
  const response = await me.call(create, {}, body);
  expect(response.statusCode).toBe(400);
  expect(response.json()).toMatchObject({ error: message, fields: { name: [message] } });
});

test("keeps names unique under concurrent calls", async () => {
  const other = await createTag(t.db, "別");
  const answers = await Promise.all([
    ...Array.from({ length: 4 }, () => me.call(create, {}, { name: "AI" })),
    me.call(update, { id: other.id }, { name: "AI" }),
  ]);
  const rejected = answers.filter(({ statusCode }) => statusCode === 400);
  expect(rejected).toHaveLength(4);
  for (const { json } of rejected)
    expect(json()).toMatchObject({ fields: { name: ["同じ名前のタグがすでにあります。"] } });
});

test("finds videos by the new name of a tag and keeps the videos of a deleted tag", async () => {
  const [tag, other] = [await createTag(t.db, "速習"), await createTag(t.db, "定番")];
  await createVideo(t.db, t.clock, { tag_ids: [tag.id, other.id] });
  await createVideo(t.db, t.clock, { tag_ids: [tag.id], deleted_at: t.clock.daysAgo(1) });
  expect((await me.get(list.url)).json<AdminTag[]>().map(({ video_count }) => video_count)).toEqual([1, 1]);
  await me.call(update, { id: tag.id }, { name: "短時間" });
  expect([await found("速習"), await found("短時間")]).toEqual([0, 1]);
  const response = await me.call(remove, { id: tag.id });
  expect(response.json()).toEqual({ message: "タグ「短時間」を削除しました。" });
  expect([await found("短時間"), await found("定番")]).toEqual([0, 1]);
  const { rows } = await t.db.query({ text: "select tag_ids from videos" });
  expect(rows).toEqual(expect.arrayContaining([{ tag_ids: [] }, { tag_ids: [other.id] }]));
  expect((await me.call(remove, { id: tag.id })).json().error).toBe("タグが見つかりません。");
});

test("returns 409 with the present tag when the revision is stale", async () => {
  const { id } = await createTag(t.db, "元");
  const answers = await Promise.all(["甲", "乙"].map((name) => me.call(update, { id }, { name, revision: 1 })));
  const [won, lost] = answers.toSorted((a, b) => a.statusCode - b.statusCode);
  expect([won?.statusCode, lost?.statusCode]).toEqual([200, 409]);
  expect(lost?.json()).toMatchObject({ type: "conflict", current: won?.json() });
});

test("logs every change", async () => {
  const before = (await auditLog()).length;
  const { id } = (await me.call(create, {}, { name: "記録" })).json<AdminTag>();
  await me.call(update, { id }, { name: "記録2" });
  await me.call(remove, { id });
  const rows = (await auditLog()).slice(before);
  expect(rows.map(({ action, before, after }) => [action, before, after])).toEqual([
    ["tag.create", null, { name: "記録" }],
    ["tag.update", { name: "記録" }, { name: "記録2" }],
    ["tag.delete", { name: "記録2", video_count: 0 }, null],
  ]);
});

/** Pairs that people cannot tell apart: one as a keyboard types it, one as another system does. */
const ALIKE = [
  ["分類", "分\u200B類", "an invisible space"],
  ["集客", "\uFEFF集客\u2060", "marks at the ends"],
  ["A〜Z", "A～Z", "waves of macOS and Windows"],
  ["第1−2章", "第1-2章", "a minus and a hyphen"],
  ["B‐B", "B–B", "a hyphen and a dash"],
  ["集客・広告", "集客･広告", "middle dots"],
  ["パン", "ハ\u309Aン", "combined marks"],
  ["It's", "It’s", "quotation marks of iOS"],
  ["SEO", "ｓｅｏ", "width and case"],
  ["葛飾", "葛\u{E0100}飾", "a variant of a character"],
  ["入門\u3000編", "入門 編", "spaces"],
  ["サーバー", "サ−バ-", "dashes for the long-vowel mark"],
  ["レベル", "レべル", "hiragana like katakana"],
  ["長期", "⻑期", "a radical"],
  ["“合格”", "〝合格〟", "quotation marks of upright text"],
] as const;

test.each(ALIKE)("%s and %s are one name, in forms and in a CSV (%s)", async (name, other) => {
  const { id } = (await me.call(create, {}, { name })).json<AdminTag>();
  const sentence = "同じ名前のタグがすでにあります。";
  expect((await me.call(create, {}, { name: other })).json().fields).toEqual({ name: [sentence] });
  const neighbour = (await me.call(create, {}, { name: "別の名前" })).json<AdminTag>();
  const renamed = await me.call(update, { id: neighbour.id }, { name: other, revision: neighbour.revision });
  expect(renamed.json().fields).toEqual({ name: [sentence] });
  const form = await formPayload({ csv_file: fileOf(`title,video_id,tags\n題,csv-${id},${other}|${name}\n`, "a.csv") });
  const imported = await t.app.inject({
    method: "POST",
    url: contract.adminVideoCsv.upload.url,
    payload: form.payload,
    headers: { ...form.headers, ...me.headers },
  });
  expect(imported.json()).toMatchObject({ success_count: 1, new_tags: [] });
  const { rows } = await t.db.query<{ tag_ids: number[] }>({ text: "select tag_ids from videos" });
  expect(rows).toEqual([{ tag_ids: [id] }]);
});

test("a name keeps its key on the way through a file of Windows", () => {
  const decoder = new TextDecoder("shift_jis");
  const characters = Array.from({ length: 0xffff }, (_, code) => String.fromCharCode(code));
  const changed = characters.map((own) => [own, decoder.decode(encodeLegacy(own))] as const);
  const twins = changed.filter(([own, read]) => own !== read && read !== "〓");
  expect(twins).toHaveLength(4);
  expect(twins.filter(([own, read]) => nameKey(own) !== nameKey(read))).toEqual([]);
});

test("names that differ to the eye stay two, and a record changes its own spelling", async () => {
  for (const name of [
    "サーバ",
    "サーバー",
    "一",
    "ー",
    "か",
    "が",
    "は",
    "ば",
    "ハ",
    "A-Z",
    "AZ",
    "あ〜お",
    "あーお",
  ]) {
    expect((await me.call(create, {}, { name })).statusCode, name).toBe(201);
  }
  const tag = (await me.call(create, {}, { name: "a〜z" })).json<AdminTag>();
  const changed = await me.call(update, { id: tag.id }, { name: "a～z", revision: tag.revision });
  expect(changed.statusCode).toBe(200);
});

test("concurrent requests make one tag of spellings that look the same", async () => {
  const spellings = ["同時", "同\u200B時", "同時\uFEFF", "同\u00AD時"];
  const answers = await Promise.all(spellings.map((name) => me.call(create, {}, { name })));
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([201, 400, 400, 400]);
});
