import { contract } from "@manabiya/contract";
import type { AuditEntry } from "@manabiya/contract/staff/audit.ts";
import type { ManagedPlaylist } from "@manabiya/contract/staff/playlists.ts";
import type { Playlist, PlaylistDetail } from "@manabiya/contract/catalogue/playlists.ts";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { bumpCatalogue } from "../../catalogue/cache/version.ts";
import { createPlaylist, createVideo } from "../../../test/testing/factories.ts";
import { staffCalls } from "../../../test/testing/staff-calls.ts";
import { useTestApp } from "../../../test/testing/test-app.ts";

const t = useTestApp();
const { create, get, update, remove, addVideo, removeVideo, reorder } = contract.playlistManagement;
let me: Awaited<ReturnType<ReturnType<typeof staffCalls>["staff"]>>;

beforeAll(async () => {
  me = await staffCalls(t).staff();
});

beforeEach(async () => {
  await t.db.query({ text: "delete from playlists" });
  await t.db.query({ text: "delete from videos" });
  await bumpCatalogue(t.db);
});

const auditLog = async () => (await t.db.query<AuditEntry>({ text: "select * from audit_log order by id" })).rows;
const listed = async () => (await me.get(contract.playlists.list.url)).json<Playlist[]>();
const managed = async (id: number) => (await me.call(get, { id })).json<ManagedPlaylist>();
const order = (playlist: PlaylistDetail) => playlist.videos.map(({ video }) => video.id);

describe("a new playlist", () => {
  test("is returned with its id and visible to members at the next request", async () => {
    const response = await me.call(create, {}, { title: " はじめに ", description: "三本" });
    expect(response.statusCode).toBe(201);
    const { id } = response.json<Playlist>();
    expect(await listed()).toEqual([
      { id, title: "はじめに", title_breaks: [], description: "三本", thumbnail: null, video_count: 0 },
    ]);
  });

  test.each([
    [{ description: "x" }, "title", "タイトルを入力してください。"],
    [{ title: " ", description: "" }, "title", "タイトルを入力してください。"],
    [{ title: "長".repeat(101) }, "title", "タイトルは100文字以内で入力してください。"],
    [{ title: "a\0" }, "title", "使用できない文字が含まれています。"],
    [{ title: "題", description: "長".repeat(2001) }, "description", "説明は2000文字以内で入力してください。"],
  ])("is rejected with an invalid title or description: %#", async (body, field, message) => {
    const response = await me.call(create, {}, body);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ fields: { [field]: [message] } });
    expect(await listed()).toEqual([]);
  });

  test("is rejected if 200 playlists exist", async () => {
    await t.db.query({
      text: "insert into playlists (title, created_at) select '多', $1 from generate_series(1, 200)",
      values: [t.clock.daysAgo(1)],
    });
    const response = await me.call(create, {}, { title: "一つ多い", description: "" });
    expect(response.json()).toMatchObject({ fields: { title: ["再生リストは200件まで作成できます。"] } });
  });
});

describe("an added video", () => {
  test.each([
    ["our own number", (v: { id: number; video_id: string }) => v.id],
    ["the number as text", ({ id }: { id: number }) => String(id)],
    ["its address with us", ({ id }: { id: number }) => `https://example.com/video/${id}?t=3`],
    ["its id at the host", ({ video_id }: { video_id: string }) => video_id],
    ["its address at the host", ({ video_id }: { video_id: string }) => `https://youtu.be/${video_id}?t=9`],
    ["its watch page", ({ video_id }: { video_id: string }) => ` https://www.youtube.com/watch?v=${video_id}&list=x `],
  ])("is appended by %s", async (_name, reference) => {
    const first = await createVideo(t.db, t.clock);
    const second = await createVideo(t.db, t.clock, { video_id: `elevens-${String(first.id).padStart(3, "0")}` });
    const { id } = await createPlaylist(t.db, t.clock, "題", [first.id]);
    const response = await me.call(addVideo, { id }, { video_id: reference(second) });
    expect(response.statusCode).toBe(200);
    expect(order(response.json<PlaylistDetail>())).toEqual([first.id, second.id]);
    expect((await listed())[0]).toMatchObject({ video_count: 2 });
  });

  test.each([
    ["", "動画IDを入力してください。"],
    [" 　", "動画IDを入力してください。"],
    [null, "動画IDを入力してください。"],
    ["a".repeat(301), "動画IDは300文字以内で入力してください。"],
    ["https://evil.example/watch?v=abc", "動画IDまたは動画のURLを入力してください。"],
    ["' or 1=1 --", "動画IDまたは動画のURLを入力してください。"],
    ["a\0b", "使用できない文字が含まれています。"],
    ["no-such-video", "動画が見つかりません。"],
    ["99999999999", "動画が見つかりません。"],
  ])("is rejected with a field error: %j", async (video_id, message) => {
    const { id } = await createPlaylist(t.db, t.clock, "題", []);
    const response = await me.call(addVideo, { id }, { video_id });
    expect(response.statusCode).toBe(400);
    expect(response.json().fields).toEqual({ video_id: [message] });
  });

  test("is added once by concurrent requests and not found in the trash", async () => {
    const [video, thrown] = [
      await createVideo(t.db, t.clock),
      await createVideo(t.db, t.clock, { deleted_at: t.clock.daysAgo(1) }),
    ];
    const { id } = await createPlaylist(t.db, t.clock, "題", []);
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => me.call(addVideo, { id }, { video_id: video.id })),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(answers.find(({ statusCode }) => statusCode !== 200)?.json().error).toBe(
      "この動画はすでに再生リストにあります。",
    );
    expect((await me.call(addVideo, { id }, { video_id: thrown.id })).json().error).toBe("動画が見つかりません。");
    expect((await managed(id)).entries).toHaveLength(1);
  });

  test("may be a draft, which only staff see", async () => {
    const draft = await createVideo(t.db, t.clock, { published_at: null, title: "下書き" });
    const { id } = await createPlaylist(t.db, t.clock, "題", []);
    const response = await me.call(addVideo, { id }, { video_id: draft.id });
    expect(response.json()).toMatchObject({ video_count: 0, videos: [] });
    expect((await managed(id)).entries[0]?.video).toMatchObject({ title: "下書き", published_at: null });
  });
});

test("removes a video by our number or the id at the host and then returns 404", async () => {
  const [a, b] = [await createVideo(t.db, t.clock), await createVideo(t.db, t.clock)];
  const { id } = await createPlaylist(t.db, t.clock, "題", [a.id, b.id]);
  expect(order((await me.call(removeVideo, { id, video_id: a.id })).json())).toEqual([b.id]);
  expect(order((await me.call(removeVideo, { id, video_id: b.video_id })).json())).toEqual([]);
  const again = await me.call(removeVideo, { id, video_id: b.id });
  expect(again.statusCode).toBe(404);
  expect(again.json().error).toBe("動画が見つかりません。");
});

describe("the order", () => {
  async function three() {
    const made = [];
    for (let n = 0; n < 3; n++) made.push((await createVideo(t.db, t.clock)).id);
    const { id } = await createPlaylist(t.db, t.clock, "題", made);
    const { entries, revision } = await managed(id);
    return { id, made, entries: entries.map((entry) => entry.id), revision };
  }

  test("equals the requested order, with restored videos at the end", async () => {
    const { id, made, entries } = await three();
    await t.db.query({ text: "update videos set deleted_at = now() where id = $1", values: [made[1]] });
    const [first, , third] = entries;
    const response = await me.call(reorder, { id }, { entries: [third, first] });
    expect(response.json<ManagedPlaylist>().entries.map((entry) => entry.id)).toEqual([third, first]);
    await t.db.query({ text: "update videos set deleted_at = null" });
    const detail = await me.get(contract.playlists.get.url.replace(":id", String(id)));
    expect(order(detail.json())).toEqual([made[2], made[0], made[1]]);
  });

  test("returns 409 with the present entries when the ids differ", async () => {
    const { id, entries, revision } = await three();
    const [a, b, c] = entries as [number, number, number];
    for (const wrong of [[], [a, b], [a, a, b], [a, b, c, c], [a, b, 999_999]]) {
      const response = await me.call(reorder, { id }, { entries: wrong });
      expect(response.statusCode).toBe(409);
      expect(response.json().current.entries.map((entry: { id: number }) => entry.id)).toEqual(entries);
    }
    const answers = await Promise.all(
      [
        [c, b, a],
        [b, a, c],
      ].map((order) => me.call(reorder, { id }, { entries: order, revision })),
    );
    expect(answers.map(({ statusCode }) => statusCode).toSorted((x, y) => x - y)).toEqual([200, 409]);
  });

  test.each([{}, { entries: "1,2" }, { entries: ["1"] }, { entries: [1.5] }])("rejects %j", async (body) => {
    const { id } = await three();
    expect((await me.call(reorder, { id }, body)).statusCode).toBe(400);
  });
});

test("returns 409 with the present title when the revision is stale", async () => {
  const { id } = await createPlaylist(t.db, t.clock, "元", []);
  const { revision } = await managed(id);
  const answers = await Promise.all(
    ["甲", "乙"].map((title) => me.call(update, { id }, { title, description: "新", revision })),
  );
  const [won, lost] = answers.toSorted((a, b) => a.statusCode - b.statusCode);
  expect([won?.statusCode, lost?.statusCode]).toEqual([200, 409]);
  expect(lost?.json().current.title).toBe(won?.json().title);
  const repeated = { title: won?.json().title, description: "新", revision };
  expect((await me.call(update, { id }, repeated)).statusCode).toBe(200);
  expect((await me.call(update, { id }, { title: "", description: "" })).statusCode).toBe(400);
});

test("deletes a playlist and keeps its videos", async () => {
  const video = await createVideo(t.db, t.clock);
  const { id } = await createPlaylist(t.db, t.clock, "終わり", [video.id]);
  expect((await me.call(remove, { id })).json()).toEqual({ message: "再生リスト「終わり」を削除しました。" });
  expect(await listed()).toEqual([]);
  expect((await t.db.query({ text: "select from videos" })).rows).toHaveLength(1);
  for (const [route, body] of [
    [remove, undefined],
    [update, { title: "題" }],
    [addVideo, { video_id: video.id }],
    [removeVideo, undefined],
    [reorder, { entries: [] }],
  ] as const) {
    const response = await me.call(route, { id, video_id: video.id }, body);
    expect(response.statusCode).toBe(404);
    expect(response.json().error).toBe("再生リストが見つかりません。");
  }
});

test("logs every change", async () => {
  const before = (await auditLog()).length;
  const [a, b] = [await createVideo(t.db, t.clock), await createVideo(t.db, t.clock)];
  const { id } = (await me.call(create, {}, { title: "記録", description: "" })).json<Playlist>();
  await me.call(addVideo, { id }, { video_id: a.id });
  await me.call(addVideo, { id }, { video_id: b.id });
  const { entries } = await managed(id);
  await me.call(reorder, { id }, { entries: entries.map((entry) => entry.id).toReversed() });
  await me.call(removeVideo, { id, video_id: a.id });
  await me.call(update, { id }, { title: "記録2", description: "" });
  await me.call(remove, { id });
  const rows = (await auditLog()).slice(before);
  expect(rows.map(({ action }) => action.replace("playlist.", ""))).toEqual([
    "create",
    "add_video",
    "add_video",
    "reorder",
    "remove_video",
    "update",
    "delete",
  ]);
  expect(rows[3]?.after).toEqual({ videos: [b.id, a.id] });
});
