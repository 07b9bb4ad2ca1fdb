import { contract } from "@manabiya/contract";
import type { AdminVideo } from "@manabiya/contract/staff/videos.ts";
import { beforeAll, describe, expect, test } from "vitest";
import { createChapter, createPlaylist, createVideo } from "../../../test/testing/factories.ts";
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

const page = async (query = "") =>
  (await me.get(`${calls.page.url}${query}`)).json<{ results: AdminVideo[]; count: number }>();
const detail = (id: number) => member.get(contract.videos.get.url.replace(":id", String(id)));

describe("a deleted video", () => {
  test("disappears for members and is restored with its chapters and favorites", async () => {
    const { id } = await createVideo(t.db, t.clock);
    await createChapter(t.db, { video_id: id });
    await createPlaylist(t.db, t.clock, "リスト", [id]);
    await member.call(contract.favorites.toggle, { id });
    expect((await me.call(calls.effects, { id })).json()).toEqual({
      chapters: 1,
      playlists: 1,
      favorites: 1,
      watch_later: 0,
      history: 0,
    });
    expect((await me.call(calls.remove, { id })).json().message).toContain("動画を削除しました。");
    expect((await detail(id)).statusCode).toBe(404);
    expect((await page("?show=trashed")).results[0]).toMatchObject({ id, status: "trashed" });
    expect((await me.get(calls.list.url)).json<AdminVideo[]>().map((video) => video.id)).not.toContain(id);
    expect((await me.call(calls.remove, { id })).statusCode).toBe(404);
    expect((await me.call(calls.update, { id }, { title: "題", video_id: "x" })).statusCode).toBe(404);
    expect((await me.call(calls.restore, { id })).json()).toMatchObject({ id, status: "published" });
    expect((await detail(id)).json()).toMatchObject({ chapters: [{}], is_favorite: true });
  });
});

describe("the table", () => {
  test("supports search, sort order, filters and pages", async () => {
    for (let more = 0; more < 23; more++) {
      await createVideo(t.db, t.clock, { title: `表の動画${String(more).padStart(2, "0")}`, view_count: more });
    }
    const q = `q=${encodeURIComponent("表の ﾄﾞｳｶﾞ".normalize("NFKC").replace("ドウガ", "動画"))}`;
    const first = await page(`?${q}&sort=title`);
    expect([first.count, first.results.length]).toEqual([23, 20]);
    expect(first.results[0]?.title).toBe("表の動画00");
    expect((await page(`?${q}&sort=title&page=2`)).results.map(({ title }) => title)).toEqual([
      "表の動画20",
      "表の動画21",
      "表の動画22",
    ]);
    expect((await page(`?${q}&sort=views`)).results[0]?.view_count).toBe(22);
    const { video_id } = first.results[3] ?? { video_id: "" };
    expect((await page(`?q=${video_id}`)).results[0]?.title).toBe("表の動画03");
    const { id } = await createVideo(t.db, t.clock, { title: "表の下書き", published_at: null });
    expect((await page(`?${q.replace("q=", "x=")}&show=draft`)).results.map((video) => video.id)).toContain(id);
    expect((await page("?show=without_chapters")).count).toBeGreaterThan(23);
    expect((await page("?show=without_categories")).count).toBeGreaterThan(23);
    expect((await page("?q=%25_%25")).count).toBe(0);
    expect((await me.get(`${calls.page.url}?sort=random`)).statusCode).toBe(400);
  });
});

test("lists every playlist and whether it contains the video", async () => {
  const { id } = await createVideo(t.db, t.clock, { published_at: null });
  const { id: other } = await createVideo(t.db, t.clock);
  const { id: with_it } = await createPlaylist(t.db, t.clock, "入っているリスト", [other, id]);
  const { id: without } = await createPlaylist(t.db, t.clock, "入っていないリスト", [other]);
  const listed = (await me.call(calls.playlists, { id })).json<object[]>();
  expect(listed).toContainEqual({ id: with_it, title: "入っているリスト", contains: true });
  expect(listed).toContainEqual({ id: without, title: "入っていないリスト", contains: false });
  await me.call(contract.playlistManagement.removeVideo, { id: with_it, video_id: id });
  await me.call(contract.playlistManagement.addVideo, { id: without }, { video_id: id });
  expect((await me.call(calls.playlists, { id })).json<{ id: number; contains: boolean }[]>()).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ id: with_it, contains: false }),
      expect.objectContaining({ id: without, contains: true }),
    ]),
  );
  expect((await me.call(calls.playlists, { id: 2_000_000_000 })).statusCode).toBe(404);
});

test("gives staff the file of a draft, which members cannot see, and no address of a host's video", async () => {
  const { id } = await createVideo(t.db, t.clock, { host: "file", video_id: "draft.webm", published_at: null });
  const { id: hosted } = await createVideo(t.db, t.clock);
  expect((await me.call(calls.source, { id })).json()).toEqual({
    source_url: expect.stringMatching(/^\/media\/films\/[\w.-]+\/draft\.webm\/draft\.webm$/),
    stream: null,
  });
  expect((await detail(id)).statusCode).toBe(404);
  expect((await member.call(calls.source, { id })).statusCode).toBe(403);
  expect((await me.call(calls.source, { id: hosted })).json()).toEqual({ source_url: null, stream: null });
});
