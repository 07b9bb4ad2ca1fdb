import { contract } from "@manabiya/contract";
import type { Home } from "@manabiya/contract/catalogue/home.ts";
import { beforeAll, describe, expect, test } from "vitest";
import { createUser, createVideo } from "../../test/testing/factories.ts";
import { countersOf, rowsOf } from "../../test/testing/member-counts.ts";
import { useTestApp } from "../../test/testing/test-app.ts";

const t = useTestApp();
let catalogue: number[];

beforeAll(async () => {
  catalogue = [];
  for (let made = 0; made < 12; made++) catalogue.push((await createVideo(t.db, t.clock)).id);
});

async function member() {
  const { id } = await createUser(t.db, t.clock);
  const headers = await t.as(id);
  const inject = (method: "GET" | "POST" | "DELETE", url: string, payload?: object) =>
    t.app.inject({ method, url, headers, ...(payload && { payload }) });
  return {
    id,
    watch: (video: number) => inject("POST", contract.videos.progress.url.replace(":id", String(video))),
    remove: (body?: object) => inject("DELETE", contract.history.remove.url, body),
    list: async (): Promise<number[]> =>
      (await inject("GET", contract.history.list.url))
        .json<{ results: { id: number }[] }>()
        .results.map((card) => card.id),
    home: async () => (await inject("GET", contract.home.get.url)).json<Home>(),
  };
}

describe("the deletion of the history", () => {
  test("removes all entries of this member without a body", async () => {
    const [me, other] = [await member(), await member()];
    for (const video of catalogue) await Promise.all([me.watch(video), other.watch(video)]);
    const response = await me.remove();
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({ deleted_count: 12, message: "視聴履歴を12件削除しました。" });
    expect(await me.list()).toEqual([]);
    expect(await other.list()).toHaveLength(12);
    expect((await me.remove()).json()).toEqual({ deleted_count: 0, message: "削除する視聴履歴はありませんでした。" });
  });

  test("removes the given videos of this member only", async () => {
    const [me, other] = [await member(), await member()];
    const [a = 0, b = 0, c = 0, d = 0] = catalogue;
    for (const video of [a, b, c]) await me.watch(video);
    await other.watch(d);
    const response = await me.remove({ video_ids: [a, c, d, a, 999_999] });
    expect(response.json()).toEqual({ deleted_count: 2, message: "視聴履歴を2件削除しました。" });
    expect(await me.list()).toEqual([b]);
    expect(await other.list()).toEqual([d]);
    expect(await countersOf(t.db, me.id)).toEqual(await rowsOf(t.db, me.id));
  });

  test.each([
    [{ video_ids: [] }, "削除する動画を選択してください。"],
    [{ video_ids: [true] }, "動画IDが正しくありません。"],
    [{}, "削除する動画を選択してください。"],
    [{ video_ids: Array.from({ length: 1001 }, () => 1) }, "一度に削除できるのは1000件までです。"],
  ])("returns 400 for %j and deletes nothing", async (body, text) => {
    const me = await member();
    await me.watch(catalogue[0] ?? 0);
    const response = await me.remove(body);
    expect(response.statusCode).toBe(400);
    expect(response.json().error).toBe(text);
    expect(await me.list()).toEqual([catalogue[0]]);
  });

  test("makes deleted videos available for recommendations again", async () => {
    const me = await member();
    for (const video of catalogue) await me.watch(video);
    expect((await me.home()).recommendVideos).toEqual([]);
    const [forgotten = 0] = catalogue;
    await me.remove({ video_ids: [forgotten] });
    expect((await me.home()).recommendVideos.map(({ id }) => id)).toEqual([forgotten]);
  });

  test("keeps the counter exact in parallel with other deletions and with watching", async () => {
    const me = await member();
    for (let round = 0; round < 10; round++) {
      const responses = await Promise.all([
        ...catalogue.map((video) => me.watch(video)),
        me.remove({ video_ids: catalogue.toReversed() }),
        me.remove(),
        ...catalogue.slice(0, 5).map((video) => me.watch(video)),
        me.remove({ video_ids: catalogue.slice(0, 7) }),
      ]);
      expect(new Set(responses.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
      expect(await countersOf(t.db, me.id)).toEqual(await rowsOf(t.db, me.id));
    }
  });
});
