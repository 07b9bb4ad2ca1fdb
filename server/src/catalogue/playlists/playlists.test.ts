import { contract } from "@manabiya/contract";
import { beforeAll, expect, test, vi } from "vitest";
import { createPlaylist, createUser, createVideo } from "../../../test/testing/factories.ts";
import { useTestApp } from "../../../test/testing/test-app.ts";

const t = useTestApp();
let headers: { authorization: string };

beforeAll(async () => {
  headers = await t.as((await createUser(t.db, t.clock)).id);
});

const get = (url: string) => t.app.inject({ url, headers });

test("lists and counts the published videos of a playlist in its order", async () => {
  const [a, b, draft] = [
    await createVideo(t.db, t.clock),
    await createVideo(t.db, t.clock, { thumbnail: "b-picture" }),
    await createVideo(t.db, t.clock, { published_at: null }),
  ];
  const playlist = await createPlaylist(t.db, t.clock, "順番に見る", [b.id, draft.id, a.id]);
  const detail = (await get(contract.playlists.get.url.replace(":id", String(playlist.id)))).json();
  expect(detail).toMatchObject({
    title: "順番に見る",
    video_count: 2,
    thumbnail: "/media/thumbnails/b-picture-640.webp",
  });
  expect(detail.videos.map((entry: { video: { id: number } }) => entry.video.id)).toEqual([b.id, a.id]);
  const [listed] = (await get(contract.playlists.list.url)).json();
  expect(listed).toEqual({
    id: playlist.id,
    title: "順番に見る",
    title_breaks: [3],
    description: "まとめ",
    thumbnail: "/media/thumbnails/b-picture-640.webp",
    video_count: 2,
  });
});

test("reads the contents of all playlists by one subquery", async () => {
  await createPlaylist(t.db, t.clock, "まだ空", []);
  const spy = vi.spyOn(t.db, "query");
  const lists = (await get(contract.playlists.list.url)).json();
  const listing = spy.mock.calls.map(([query]) => query).find(({ name }) => name === "playlists.list");
  spy.mockRestore();
  expect(lists.map(({ title, video_count }: { title: string; video_count: number }) => [title, video_count])).toEqual([
    ["まだ空", 0],
    ["順番に見る", 2],
  ]);
  const text = `explain (format json) ${listing?.text}`;
  const { rows } = await t.db.query({ text, values: listing?.values ?? [] });
  expect(JSON.stringify(rows)).toContain("playlist_videos");
  expect(JSON.stringify(rows)).not.toContain("SubPlan");
});

test("returns 404 with a message for an unknown playlist", async () => {
  const response = await get(contract.playlists.get.url.replace(":id", "999999"));
  expect(response.statusCode).toBe(404);
  expect(response.json().error).toBe("再生リストが見つかりません。");
});
