import { contract } from "@manabiya/contract";
import type { AdminChapter } from "@manabiya/contract/staff/chapters.ts";
import { beforeAll, describe, expect, test } from "vitest";
import { createChapter, createVideo } from "../../../test/testing/factories.ts";
import { staffCalls } from "../../../test/testing/staff-calls.ts";
import { useTestApp } from "../../../test/testing/test-app.ts";

const t = useTestApp();
const calls = contract.adminChapters;
let me: Awaited<ReturnType<ReturnType<typeof staffCalls>["staff"]>>;
let member: typeof me;

beforeAll(async () => {
  me = await staffCalls(t).staff();
  member = await staffCalls(t).member();
});

const chapter = { title: "見出し", description: "説明文", time_seconds: 90 };
const listed = async (id: number) => (await me.call(calls.list, { id })).json<AdminChapter[]>();

test("creates a chapter that members see and find immediately", async () => {
  const { id } = await createVideo(t.db, t.clock);
  await createChapter(t.db, { video_id: id, title: "後", time_seconds: 600 });
  const response = await me.call(calls.create, { id }, { ...chapter, title: "刺さる一言" });
  expect(response.statusCode).toBe(201);
  expect(response.json()).toEqual({
    id: expect.any(Number),
    title: "刺さる一言",
    description: "説明文",
    time_seconds: 90,
    time_formatted: "01:30",
    revision: 1,
  });
  expect((await listed(id)).map(({ title }) => title)).toEqual(["刺さる一言", "後"]);
  const detail = await member.get(contract.videos.get.url.replace(":id", String(id)));
  expect(detail.json().chapters).toHaveLength(2);
  const found = await member.get(`${contract.search.videos.url}?type=chapter&q=${encodeURIComponent("刺さる")}`);
  expect(found.json()).toMatchObject({ count: 1 });
});

test.each([
  [{ title: "" }, "title", "チャプタータイトルを入力してください。"],
  [{ title: "長".repeat(201) }, "title", "チャプタータイトルは200文字以内で入力してください。"],
  [{ description: " " }, "description", "説明を入力してください。"],
  [{ time_seconds: -1 }, "time_seconds", "時間が正しくありません。"],
  [{ time_seconds: 1.5 }, "time_seconds", "時間が正しくありません。"],
  [{ time_seconds: "90" }, "time_seconds", "時間が正しくありません。"],
  [{ time_seconds: 360_001 }, "time_seconds", "時間が正しくありません。"],
])("rejects %j with a field error", async (invalid, field, message) => {
  const { id } = await createVideo(t.db, t.clock);
  const response = await me.call(calls.create, { id }, { ...chapter, ...invalid });
  expect(response.json()).toMatchObject({ error: message, fields: { [field]: [message] } });
  const existing = await createChapter(t.db, { video_id: id, description: "元の説明" });
  expect((await me.call(calls.update, { id, chapter_id: existing.id }, { ...chapter, ...invalid })).statusCode).toBe(
    400,
  );
});

describe("an existing chapter", () => {
  test("is changed and deleted only under its own video", async () => {
    const video = await createVideo(t.db, t.clock);
    const other = await createVideo(t.db, t.clock);
    const { id } = await createChapter(t.db, { video_id: video.id });
    const wrong = { id: other.id, chapter_id: id };
    expect((await me.call(calls.update, wrong, chapter)).json().error).toBe("チャプターが見つかりません。");
    expect((await me.call(calls.remove, wrong)).statusCode).toBe(404);
    const right = { id: video.video_id, chapter_id: id };
    expect((await me.call(calls.update, right, chapter)).json()).toMatchObject({ ...chapter, revision: 2 });
    expect((await me.call(calls.remove, right)).json()).toEqual({ message: "チャプターを削除しました。" });
    expect(await listed(video.id)).toEqual([]);
    expect((await me.call(calls.remove, right)).statusCode).toBe(404);
  });

  test("returns 409 with the present chapter when the revision is stale", async () => {
    const video = await createVideo(t.db, t.clock);
    const { id } = await createChapter(t.db, { video_id: video.id });
    const edit = (title: string) =>
      me.call(calls.update, { id: video.id, chapter_id: id }, { ...chapter, title, revision: 1 });
    const answers = await Promise.all([edit("甲"), edit("乙")]);
    const [won, lost] = answers.toSorted((a, b) => a.statusCode - b.statusCode);
    expect([won?.statusCode, lost?.statusCode]).toEqual([200, 409]);
    expect(lost?.json().current).toEqual(won?.json());
  });
});

describe("an edited chapter", () => {
  test("accepts a repeated request whose revision is stale", async () => {
    const video = await createVideo(t.db, t.clock);
    const { id } = await createChapter(t.db, { video_id: video.id });
    const edit = (title: string) =>
      me.call(calls.update, { id: video.id, chapter_id: id }, { ...chapter, title, revision: 1 });
    const first = (await edit("新")).json<AdminChapter>();
    expect(first.revision).toBe(2);
    const again = await edit("新");
    expect([again.statusCode, again.json()]).toEqual([200, first]);
    expect((await edit("別")).statusCode).toBe(409);
    const { rows } = await t.db.query({
      text: `select from audit_log where subject = 'chapter' and subject_id = $1`,
      values: [id],
    });
    expect(rows).toHaveLength(1);
  });

  test("may stay without a description but cannot lose one", async () => {
    const video = await createVideo(t.db, t.clock);
    const { id } = await createChapter(t.db, { video_id: video.id, description: "" });
    const edit = (given: object) => me.call(calls.update, { id: video.id, chapter_id: id }, { ...chapter, ...given });
    expect((await edit({ description: "" })).json()).toMatchObject({ title: "見出し", description: "" });
    expect((await edit({ description: "\u200b" })).statusCode).toBe(400);
    expect((await edit({ description: "説明" })).json()).toMatchObject({ description: "説明" });
    const emptied = await edit({ description: " " });
    expect(emptied.statusCode).toBe(400);
    expect(emptied.json().fields).toEqual({ description: ["説明を入力してください。"] });
    const late = await edit({ description: "", revision: 1 });
    expect([late.statusCode, late.json().current.description]).toEqual([409, "説明"]);
  });
});

test("creates several chapters or none and skips existing ones", async () => {
  const { id } = await createVideo(t.db, t.clock);
  const chapters = [
    { title: "一", time_seconds: 0 },
    { title: "二", time_seconds: 90 },
    { title: "二", time_seconds: 90 },
  ];
  const bad = await me.call(calls.createAll, { id }, { chapters: [...chapters, { title: "", time_seconds: 1 }] });
  expect(bad.statusCode).toBe(400);
  expect(await listed(id)).toEqual([]);
  const first = await me.call(calls.createAll, { id }, { chapters });
  expect(first.json()).toEqual({ message: "チャプターを2件作成しました。", created_count: 2 });
  const again = await me.call(calls.createAll, { id }, { chapters });
  expect(again.json().created_count).toBe(0);
  expect(await listed(id)).toHaveLength(2);
  expect((await me.call(calls.createAll, { id }, { chapters: [] })).statusCode).toBe(400);
});

test("logs every change with its user", async () => {
  const { id } = await createVideo(t.db, t.clock);
  const made = (await me.call(calls.create, { id }, chapter)).json<AdminChapter>();
  const at = { id, chapter_id: made.id };
  await me.call(calls.update, at, { ...chapter, title: "新" });
  await me.call(calls.remove, at);
  const { rows } = await t.db.query<{ action: string; user_id: number; title: string }>({
    text: `select action, user_id, coalesce(after, before) ->> 'title' as title
             from audit_log where subject = 'chapter' and subject_id = $1 order by id`,
    values: [made.id],
  });
  expect(rows).toEqual([
    { action: "chapter.create", user_id: me.user.id, title: "見出し" },
    { action: "chapter.update", user_id: me.user.id, title: "新" },
    { action: "chapter.delete", user_id: me.user.id, title: "新" },
  ]);
});

test("no chapter begins where the film has ended, whatever call makes it", async () => {
  const { id } = await createVideo(t.db, t.clock, { duration: 100 });
  const unknown = await createVideo(t.db, t.clock, { duration: null });
  const late = { ...chapter, time_seconds: 100 };
  const sentence = "時間が動画の長さ（1:40）を超えています（1:40）。";
  expect((await me.call(calls.create, { id }, late)).json().fields).toEqual({ time_seconds: [sentence] });
  const all = await me.call(calls.createAll, { id }, { chapters: [chapter, { ...late, title: "遅い" }] });
  expect(all.json().fields).toEqual({ time_seconds: [`「遅い」の${sentence}`] });
  const made = (await me.call(calls.create, { id }, { ...chapter, time_seconds: 99 })).json<AdminChapter>();
  expect((await me.call(calls.update, { id, chapter_id: made.id }, late)).statusCode).toBe(400);
  expect((await listed(id)).map(({ time_seconds }) => time_seconds)).toEqual([99]);
  expect((await me.call(calls.create, { id: unknown.id }, late)).statusCode).toBe(201);
});

test("no film becomes shorter than its chapters and captions", async () => {
  const { id, title, video_id } = await createVideo(t.db, t.clock, { duration: 100 });
  const lengthen = (duration: number) => me.call(contract.adminVideos.update, { id }, { title, video_id, duration });
  await me.call(calls.create, { id }, { ...chapter, time_seconds: 60 });
  const lines = [{ starts_ms: 90_000, ends_ms: 91_000, text: "字幕の文" }];
  await me.call(contract.adminCaptions.set, { id }, { lines, published: true, revision: 0 });
  const refused = async (duration: number) => (await lengthen(duration)).json().fields;
  expect(await refused(60)).toEqual({ duration: ["「見出し」の時間が動画の長さ（1:00）を超えています（1:00）。"] });
  expect(await refused(90)).toEqual({ duration: ["字幕の時間が動画の長さ（1:30）を超えています（1:30）。"] });
  expect((await lengthen(91)).statusCode).toBe(200);
  // A length from before this rule hinders no other change.
  await t.db.query({ text: "update videos set duration = 30 where id = $1", values: [id] });
  expect((await lengthen(30)).statusCode).toBe(200);
});
