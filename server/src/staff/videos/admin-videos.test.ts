import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { contract } from "@manabiya/contract";
import type { VideoDetail } from "@manabiya/contract/catalogue/videos.ts";
import type { AdminVideo } from "@manabiya/contract/staff/videos.ts";
import { beforeAll, describe, expect, test } from "vitest";
import { createCategory, createTag } from "../../../test/testing/factories.ts";
import { formPayload } from "../../../test/testing/form.ts";
import { staffCalls } from "../../../test/testing/staff-calls.ts";
import { useTestApp } from "../../../test/testing/test-app.ts";

const t = useTestApp();
const calls = contract.adminVideos;
let me: Awaited<ReturnType<ReturnType<typeof staffCalls>["staff"]>>;
let member: typeof me;

beforeAll(async () => {
  me = await staffCalls(t).staff();
  member = await staffCalls(t).member();
});

async function post(fields: Record<string, string | File>) {
  const { payload, headers } = await formPayload(fields);
  return t.app.inject({ method: "POST", url: calls.create.url, payload, headers: { ...headers, ...me.headers } });
}

const created = async (fields: Record<string, string | File>) => (await post(fields)).json<AdminVideo>();
const page = async (query = "") =>
  (await me.get(`${calls.page.url}${query}`)).json<{ results: AdminVideo[]; count: number }>();
const detail = (id: number) => member.get(contract.videos.get.url.replace(":id", String(id)));

describe("a new video", () => {
  test("is returned in full, heads the list and is visible to members immediately", async () => {
    const parent = await createCategory(t.db, "集客の型");
    const child = await createCategory(t.db, "広告の型", parent.id);
    const tag = await createTag(t.db, "反応率");
    const response = await post({
      title: " 見出しの作り方 ",
      video_id: "new-video-01",
      categories: JSON.stringify([child.id, parent.id, child.id]),
      tags: JSON.stringify([tag.id]),
    });
    expect(response.statusCode).toBe(201);
    const video = response.json<AdminVideo>();
    expect(video).toMatchObject({
      host: "youtube",
      video_id: "new-video-01",
      title: "見出しの作り方",
      description: "",
      thumbnail: null,
      status: "published",
      categories: [{ id: child.id }, { id: parent.id }],
      tags: [{ id: tag.id, name: "反応率" }],
      view_count: 0,
      chapter_count: 0,
      revision: 1,
    });
    expect((await me.get(calls.list.url)).json<AdminVideo[]>()[0]?.id).toBe(video.id);
    expect((await page()).results[0]?.id).toBe(video.id);
    expect((await detail(video.id)).json()).toMatchObject({ title: "見出しの作り方" });
    const found = await member.get(`${contract.search.videos.url}?q=${encodeURIComponent("反応率")}`);
    expect(found.json()).toMatchObject({ count: 1 });
  });

  test.each([
    ["https://www.youtube.com/watch?v=abcDEF12345&t=3", "youtube", "abcDEF12345"],
    ["https://vimeo.com/7697987", "vimeo", "7697987"],
  ])("reads host and id from %s", async (address, host, video_id) => {
    expect(await created({ title: "貼り付け", video_id: address })).toMatchObject({ host, video_id });
  });

  test("accepts a description and chapters", async () => {
    const chapters = [
      { title: "本題", time_seconds: 90 },
      { title: "はじめに", description: "挨拶", time_seconds: 0 },
    ];
    const { id } = await created({
      title: "一度に",
      video_id: "all-at-once",
      description: "1:30 本題",
      chapters: JSON.stringify(chapters),
    });
    expect((await detail(id)).json()).toMatchObject({
      description: "1:30 本題",
      chapters: [{ title: "はじめに", description: "挨拶" }, { title: "本題" }],
    });
  });

  test.each([
    [{ video_id: "x" }, "title", "タイトルを入力してください。"],
    [{ title: "　", video_id: "x" }, "title", "タイトルを入力してください。"],
    [{ title: "長".repeat(201), video_id: "x" }, "title", "タイトルは200文字以内で入力してください。"],
    [{ title: "題" }, "video_id", "動画IDを入力してください。"],
    [
      { title: "題", video_id: "https://example.com/" },
      "video_id",
      "動画ID、またはYouTube・Vimeoの動画のURLか、HLSのURLを入力してください。",
    ],
    [{ title: "題", video_id: "x", categories: "[1" }, "categories", "カテゴリーの指定が正しくありません。"],
    [{ title: "題", video_id: "x", categories: '"all"' }, "categories", "カテゴリーの指定が正しくありません。"],
    [
      { title: "題", video_id: "x", categories: "[999999]" },
      "categories",
      "選択したカテゴリーが見つかりません。読み込み直してください。",
    ],
    [
      { title: "題", video_id: "x", tags: "[999999]" },
      "tags",
      "選択したタグが見つかりません。読み込み直してください。",
    ],
    [{ title: "題", video_id: "x", published_at: "明日" }, "published_at", "公開日時が正しくありません。"],
    [
      { title: "題", video_id: "clip.mp4", host: "file" },
      "video_id",
      "この名前の動画ファイルはありません。アップロードしてください。",
    ],
    [{ title: "a\0b", video_id: "x" }, "title", "使用できない文字が含まれています。"],
  ])("is rejected with a field error: %j", async (fields, field, message) => {
    const before = (await page()).count;
    const response = await post(fields);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ error: message, fields: { [field]: [message] } });
    expect((await page()).count).toBe(before);
  });

  test("has a unique id, also among videos in the trash and concurrent requests", async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => post({ title: "同時", video_id: "only-once" })));
    expect(answers.map(({ statusCode }) => String(statusCode)).toSorted()).toEqual(["201", "400", "400", "400", "400"]);
    const id = answers.find(({ statusCode }) => statusCode === 201)?.json<AdminVideo>().id ?? 0;
    await me.call(calls.remove, { id });
    expect((await post({ title: "再び", video_id: "only-once" })).json()).toMatchObject({
      fields: { video_id: ["この動画IDはすでに登録されています（ゴミ箱の動画を含みます）。"] },
    });
  });
});

describe("an edited video", () => {
  test("accepts a body of the specification alone, by our number or the id at the host", async () => {
    const { id } = await created({ title: "元の題", video_id: "before-change" });
    const response = await me.call(
      calls.update,
      { id: "before-change" },
      { title: "新しい題", video_id: "after-change", categories: [], tags: [] },
    );
    expect(response.json()).toMatchObject({ id, title: "新しい題", video_id: "after-change", revision: 2 });
    expect((await detail(id)).json()).toMatchObject({ title: "新しい題", video_id: "after-change" });
  });

  test("keeps absent fields and changes host and publication", async () => {
    const category = await createCategory(t.db, "残る分類");
    const { id, video_id } = await created({
      title: "残す",
      video_id: "keeps-rest",
      categories: JSON.stringify([category.id]),
    });
    expect((await me.call(calls.update, { id }, { title: "残した", video_id })).json()).toMatchObject({
      categories: [{ id: category.id }],
      status: "published",
    });
    const draft = await me.call(
      calls.update,
      { id },
      { title: "残した", video_id: "12345678", host: "vimeo", published_at: null },
    );
    expect(draft.json()).toMatchObject({ host: "vimeo", status: "draft", published_at: null });
    expect((await detail(id)).statusCode).toBe(404);
    const soon = new Date(t.clock.now() + 60_000).toISOString();
    const scheduled = await me.call(
      calls.update,
      { id },
      { title: "残した", video_id: "12345678", published_at: soon },
    );
    expect(scheduled.json()).toMatchObject({ status: "scheduled", published_at: soon, host: "vimeo" });
    expect((await detail(id)).statusCode).toBe(404);
    t.clock.advance({ minutes: 1 });
    expect((await detail(id)).statusCode).toBe(200);
  });

  test("at Vimeo keeps the key of an unlisted video until its address or id changes", async () => {
    const { id } = await created({ title: "限定", video_id: "https://vimeo.com/123456789/abcdef1234" });
    const shown = async () => (await member.call(contract.videos.get, { id })).json<VideoDetail>();
    const save = (video_id: string) => me.call(calls.update, { id }, { title: "限定", video_id });
    const stored = { host: "vimeo", video_id: "123456789", host_hash: "abcdef1234" };
    expect(await shown()).toMatchObject(stored);
    expect((await save("123456789")).json()).toMatchObject(stored);
    expect((await me.call(calls.describe, { id }, { description: "説明" })).json()).toMatchObject(stored);
    expect((await save("https://vimeo.com/manage/videos/123456789/0123456789")).json()).toMatchObject({
      ...stored,
      host_hash: "0123456789",
    });
    expect((await save("https://vimeo.com/123456789")).json()).toMatchObject({ ...stored, host_hash: null });
    expect((await save("https://player.vimeo.com/video/123456789?h=abcdef1234")).json()).toMatchObject(stored);
    expect((await save("987654321")).json()).toMatchObject({ ...stored, video_id: "987654321", host_hash: null });
    expect(await shown()).toMatchObject({ video_id: "987654321", host_hash: null });
  });

  test("requires a JSON number as duration", async () => {
    const { id, title, video_id } = await created({ title: "長さ", video_id: "how-long" });
    for (const duration of ["12", true, [7], 1.5, 0]) {
      const response = await me.call(calls.update, { id }, { title, video_id, duration });
      expect(response.json(), JSON.stringify(duration)).toMatchObject({
        type: "validation_error",
        fields: { duration: [expect.any(String)] },
      });
    }
  });

  test("returns 409 with the present video when the revision is stale", async () => {
    const { id, video_id } = await created({ title: "二人で", video_id: "two-staff" });
    const edit = (title: string) => me.call(calls.update, { id }, { title, video_id, revision: 1 });
    const answers = await Promise.all([edit("甲の題"), edit("乙の題")]);
    const [won, lost] = answers.toSorted((a, b) => a.statusCode - b.statusCode);
    expect([won?.statusCode, lost?.statusCode]).toEqual([200, 409]);
    expect(lost?.json()).toMatchObject({
      type: "conflict",
      error: "ほかのスタッフが先に更新しました。現在の内容を確認してください。",
      current: { id, title: won?.json().title, revision: 2 },
    });
    const over = await me.call(calls.update, { id }, { title: "上書き", video_id, revision: 2 });
    expect(over.json()).toMatchObject({ title: "上書き", revision: 3 });
  });

  test("accepts a repeated request whose revision is stale", async () => {
    const tag = await createTag(t.db, "再送");
    const { id } = await created({ title: "元", video_id: "sent--again", published_at: "" });
    const body = {
      title: "新",
      video_id: "https://youtu.be/sent--again",
      categories: [],
      tags: [tag.id],
      published_at: "now",
      revision: 1,
    };
    const first = (await me.call(calls.update, { id }, body)).json<AdminVideo>();
    t.clock.advance({ minutes: 1 });
    const again = await me.call(calls.update, { id }, body);
    expect(again.json()).toEqual(first);
    const describe = () => me.call(calls.describe, { id }, { description: "概要", revision: 2 });
    expect((await describe()).json()).toEqual((await describe()).json());
    const other = await me.call(calls.update, { id }, { ...body, title: "別" });
    expect([other.statusCode, other.json().current.revision]).toEqual([409, 3]);
    const { rows } = await t.db.query<{ action: string }>({
      text: `select action from audit_log where subject = 'video' and subject_id = $1 order by id`,
      values: [id],
    });
    expect(rows.map(({ action }) => action)).toEqual(["video.create", "video.update", "video.describe"]);
  });

  test("accepts a past publication time, and keeps the time of a published video", async () => {
    const made = await created({ title: "公開済み", video_id: "out-already" });
    const { id, published_at } = made;
    t.clock.advance({ minutes: 5 });
    const publish = (at: string | null) =>
      me.call(calls.update, { id }, { title: "公開済み", video_id: "out-already", published_at: at });
    expect((await publish("now")).json()).toMatchObject({ status: "published", published_at });
    const earlier = { status: "published", published_at: "2020-01-01T00:00:00.000Z" };
    expect((await publish(earlier.published_at)).json()).toMatchObject(earlier);
    expect((await publish("now")).json()).toMatchObject(earlier);
    await publish(null);
    expect((await publish("now")).json().published_at).toBe(t.clock.daysAgo(0));
  });

  test("rejects the id of another video", async () => {
    await created({ title: "先", video_id: "taken-id" });
    const { id } = await created({ title: "後", video_id: "free-id" });
    const response = await me.call(calls.update, { id }, { title: "後", video_id: "taken-id" });
    expect(response.statusCode).toBe(400);
    expect(response.json().fields.video_id[0]).toContain("すでに登録されています");
  });

  test("accepts a description of up to 10,000 characters", async () => {
    const { id } = await created({ title: "説明", video_id: "described" });
    const description = "一行目\n二行目 https://example.com/";
    const response = await me.call(calls.describe, { id }, { description });
    expect(response.json()).toMatchObject({ message: "概要文を更新しました。", description, revision: 2 });
    expect((await detail(id)).json().detail).toEqual({ description });
    const stale = await me.call(calls.describe, { id }, { description: "遅い", revision: 1 });
    expect([stale.statusCode, stale.json().current.description]).toEqual([409, description]);
    const long = await me.call(calls.describe, { id }, { description: "長".repeat(10_001) });
    expect(long.json().fields.description).toEqual(["概要文は10000文字以内で入力してください。"]);
    expect((await me.call(calls.describe, { id }, {})).statusCode).toBe(400);
    expect((await me.call(calls.describe, { id }, { description: "" })).statusCode).toBe(200);
  });
});

test("leaves no files in the storage", async () => {
  expect(await readdir(join(t.dataDir, "media/thumbnails"))).toEqual([]);
  expect(await readdir(join(t.dataDir, "media/incoming"))).toEqual([]);
});
