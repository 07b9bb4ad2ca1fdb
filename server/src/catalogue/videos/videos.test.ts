import { contract } from "@manabiya/contract";
import type { VideoDetail } from "@manabiya/contract/catalogue/videos.ts";
import { describe, expect, test } from "vitest";
import { createCategory, createChapter, createTag, createUser, createVideo } from "../../../test/testing/factories.ts";
import { useTestApp } from "../../../test/testing/test-app.ts";

const t = useTestApp();

async function member(given: Parameters<typeof createUser>[2] = {}) {
  const user = await createUser(t.db, t.clock, given);
  const headers = await t.as(user.id);
  const call = (method: "GET" | "POST", url: string, id: number | string, payload?: object) =>
    t.app.inject({ method, url: url.replace(":id", String(id)), headers, ...(payload && { payload }) });
  return {
    user,
    get: (id: number | string) => call("GET", contract.videos.get.url, id),
    watch: (id: number | string, body?: { position?: number | string; duration?: number }) =>
      call("POST", contract.videos.progress.url, id, body),
    favorite: (id: number | string, is_favorite?: boolean) =>
      call("POST", contract.favorites.toggle.url, id, is_favorite === undefined ? undefined : { is_favorite }),
    later: (id: number | string) => call("POST", contract.watchLater.toggle.url, id),
  };
}

describe("the watch page", () => {
  test("returns all fields of the video", async () => {
    const parent = await createCategory(t.db, "書く");
    const child = await createCategory(t.db, "見出し", parent.id);
    const tag = await createTag(t.db, "初心者");
    const video = await createVideo(t.db, t.clock, {
      title: "見出しの型",
      description: "三つの型",
      category_ids: [child.id],
      tag_ids: [tag.id],
      duration: 90,
    });
    await createChapter(t.db, { video_id: video.id, title: "二つ目", time_seconds: 75 });
    await createChapter(t.db, { video_id: video.id, title: "一つ目", time_seconds: 5 });
    const me = await member();
    const detail = (await me.get(video.id)).json<VideoDetail>();
    expect(detail).toMatchObject({
      id: video.id,
      video_id: video.video_id,
      title: "見出しの型",
      description: "三つの型",
      detail: { description: "三つの型" },
      categories: [{ id: child.id, name: "見出し", parent: parent.id, children: [] }],
      tags: [{ id: tag.id, name: "初心者" }],
      host: "youtube",
      source_url: null,
      is_favorite: false,
      watch_later: false,
      position: null,
    });
    expect(detail.chapters.map(({ title, time_formatted }) => [title, time_formatted])).toEqual([
      ["一つ目", "00:05"],
      ["二つ目", "01:15"],
    ]);
  });

  test("finds a video by our number and by its id at the host", async () => {
    const video = await createVideo(t.db, t.clock, { video_id: "aBcDeFgHiJk" });
    const me = await member();
    expect((await me.get("aBcDeFgHiJk")).json().id).toBe(video.id);
    expect((await me.get(video.id)).json().id).toBe(video.id);
  });

  test.each([
    ["a draft", { published_at: null }],
    ["a scheduled video", { published_at: "2026-11-22T03:00:00.000Z" }],
    ["a deleted video", { deleted_at: "2026-11-20T03:00:00.000Z" }],
  ])("returns 404 for %s", async (_name, given) => {
    const video = await createVideo(t.db, t.clock, given);
    const me = await member();
    for (const call of [me.get, me.watch, me.favorite, me.later]) {
      expect((await call(video.id)).json().error).toBe("動画が見つかりません。");
    }
  });

  test("shows a scheduled video from its time on", async () => {
    const video = await createVideo(t.db, t.clock, { published_at: t.clock.daysAgo(-1) });
    const me = await member();
    expect((await me.get(video.id)).statusCode).toBe(404);
    t.clock.advance({ days: 1 });
    const later = await member();
    expect((await later.get(video.id)).statusCode).toBe(200);
  });

  test("relates eight other videos: common tags first, then the category, then the newest", async () => {
    const [tag, category] = [await createTag(t.db, "関連"), await createCategory(t.db, "関連")];
    const video = await createVideo(t.db, t.clock, { tag_ids: [tag.id], category_ids: [category.id] });
    const old = { published_at: t.clock.daysAgo(300) };
    const byCategory = await createVideo(t.db, t.clock, { ...old, category_ids: [category.id] });
    const byTag = await createVideo(t.db, t.clock, { ...old, tag_ids: [tag.id] });
    for (let more = 0; more < 9; more++) await createVideo(t.db, t.clock);
    const { related_videos } = (await (await member()).get(video.id)).json<VideoDetail>();
    const ids = related_videos.map(({ id }) => id);
    expect(ids).toHaveLength(8);
    expect(ids.slice(0, 2)).toEqual([byTag.id, byCategory.id]);
    expect(ids).not.toContain(video.id);
  });
});

describe("progress", () => {
  test("counts one view without a body and returns the new count", async () => {
    const video = await createVideo(t.db, t.clock, { view_count: 41 });
    const me = await member();
    expect((await me.watch(video.id)).json()).toEqual({ view_count: 42 });
    expect((await me.watch(video.id)).json()).toEqual({ view_count: 43 });
  });

  test("counts one view for an empty body, which many clients send", async () => {
    const video = await createVideo(t.db, t.clock);
    const me = await member();
    expect((await me.watch(video.id, {})).json()).toEqual({ view_count: 1 });
  });

  test.each([{ position: 5 }, { duration: 5 }, { position: -1, duration: 5 }, { position: "5", duration: 9 }])(
    "returns 400 for %j and counts no view",
    async (body) => {
      const video = await createVideo(t.db, t.clock);
      const me = await member();
      const response = await me.watch(video.id, body);
      expect([response.statusCode, response.json().error]).toEqual([400, "再生位置が正しくありません。"]);
      expect((await me.get(video.id)).json().view_count).toBe(0);
    },
  );

  test("counts twenty concurrent views", async () => {
    const video = await createVideo(t.db, t.clock);
    const me = await member();
    await Promise.all(Array.from({ length: 20 }, () => me.watch(video.id)));
    expect((await me.watch(video.id)).json()).toEqual({ view_count: 21 });
  });

  test("saves a position for this member only, without a view", async () => {
    const video = await createVideo(t.db, t.clock);
    const [me, other] = [await member(), await member()];
    const response = await me.watch(video.id, { position: 61.8, duration: 599.5 });
    expect(response.json()).toEqual({ view_count: 0 });
    expect((await me.get(video.id)).json().position).toBe(61);
    expect((await other.get(video.id)).json().position).toBeNull();
  });
});

describe("favourites and watch-later", () => {
  test("toggle without a body", async () => {
    const video = await createVideo(t.db, t.clock);
    const me = await member();
    expect((await me.favorite(video.id)).json()).toEqual({ is_favorite: true });
    expect((await me.get(video.id)).json()).toMatchObject({ is_favorite: true, watch_later: false });
    expect((await me.favorite(video.id)).json()).toEqual({ is_favorite: false });
    expect((await me.later(video.id)).json()).toEqual({ watch_later: true });
    expect((await me.get(video.id)).json()).toMatchObject({ is_favorite: false, watch_later: true });
  });

  test("give the same answer to repeated and parallel calls with a desired state", async () => {
    const video = await createVideo(t.db, t.clock);
    const me = await member();
    const on = await Promise.all(Array.from({ length: 8 }, () => me.favorite(video.id, true)));
    expect(on.map((response) => response.json().is_favorite)).toEqual(Array(8).fill(true));
    expect((await me.get(video.id)).json().is_favorite).toBe(true);
    const off = await Promise.all(Array.from({ length: 8 }, () => me.favorite(video.id, false)));
    expect(off.map((response) => response.json().is_favorite)).toEqual(Array(8).fill(false));
    expect((await me.get(video.id)).json().is_favorite).toBe(false);
  });
});
