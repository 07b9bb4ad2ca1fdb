import { contract } from "@manabiya/contract";
import type { Home } from "@manabiya/contract/catalogue/home.ts";
import { expect, test } from "vitest";
import { createCategory, createUser, createVideo } from "../../../test/testing/factories.ts";
import { useTestApp } from "../../../test/testing/test-app.ts";

const t = useTestApp();

async function member() {
  const headers = await t.as((await createUser(t.db, t.clock)).id);
  return {
    home: async () => (await t.app.inject({ url: contract.home.get.url, headers })).json<Home>(),
    watch: (id: number) =>
      t.app.inject({ method: "POST", url: contract.videos.progress.url.replace(":id", String(id)), headers }),
  };
}

const ids = (cards: Home["newVideos"]) => cards.map(({ id }) => id);

test("returns three empty lists for an empty catalogue", async () => {
  const me = await member();
  expect(await me.home()).toEqual({ newVideos: [], historyVideos: [], recommendVideos: [] });
});

test("lists the eight newest videos, newest first", async () => {
  const made = [];
  for (let day = 1; day <= 12; day++) {
    made.push(await createVideo(t.db, t.clock, { published_at: t.clock.daysAgo(day) }));
  }
  const me = await member();
  expect(ids((await me.home()).newVideos)).toEqual(made.slice(0, 8).map(({ id }) => id));
});

test("lists each watched video once, last watched first", async () => {
  const [a, b] = [await createVideo(t.db, t.clock), await createVideo(t.db, t.clock)];
  const me = await member();
  for (const video of [a, b, a]) {
    t.clock.advance({ minutes: 1 });
    await me.watch(video.id);
  }
  expect(ids((await me.home()).historyVideos)).toEqual([a.id, b.id]);
});

test("recommends unseen videos of the member's categories first, and follows the history", async () => {
  const [liked, other] = [await createCategory(t.db, "好き"), await createCategory(t.db, "他")];
  const old = { published_at: t.clock.daysAgo(200) };
  const [first, second, third] = [
    await createVideo(t.db, t.clock, { ...old, category_ids: [liked.id] }),
    await createVideo(t.db, t.clock, { ...old, category_ids: [liked.id] }),
    await createVideo(t.db, t.clock, { ...old, category_ids: [other.id] }),
  ];
  const me = await member();
  expect((await me.home()).recommendVideos).toHaveLength(8);
  await me.watch(first.id);
  expect(ids((await me.home()).recommendVideos)[0]).toBe(second.id);
  await me.watch(second.id);
  const recommended = ids((await me.home()).recommendVideos);
  expect(recommended).not.toContain(first.id);
  expect(recommended).not.toContain(second.id);
  await me.watch(third.id);
  expect(ids((await me.home()).recommendVideos)).not.toContain(third.id);
});

test("recommends the most popular videos of 30 days to a new member", async () => {
  const [popular, forgotten] = [
    await createVideo(t.db, t.clock, { published_at: t.clock.daysAgo(300) }),
    await createVideo(t.db, t.clock, { published_at: t.clock.daysAgo(300) }),
  ];
  const views = { text: "insert into daily_views values ($1, $2, 1000)" };
  await t.db.query({ ...views, values: [t.clock.daysAgo(2).slice(0, 10), popular.id] });
  await t.db.query({ ...views, values: [t.clock.daysAgo(40).slice(0, 10), forgotten.id] });
  const recommended = ids((await (await member()).home()).recommendVideos);
  expect(recommended[0]).toBe(popular.id);
  expect(recommended).not.toContain(forgotten.id);
});

test("shows a new video to every member at once", async () => {
  const me = await member();
  await me.home();
  const video = await createVideo(t.db, t.clock, { published_at: t.clock.daysAgo(0) });
  expect(ids((await me.home()).newVideos)[0]).toBe(video.id);
});

test.each([9, 8, 3])("recommends videos from a catalogue of %i too, without those that were watched", async (size) => {
  await t.db.query({ text: "delete from videos" });
  const made: number[] = [];
  for (let day = 1; day <= size; day++) {
    made.push((await createVideo(t.db, t.clock, { published_at: t.clock.daysAgo(day) })).id);
  }
  const me = await member();
  await me.watch(made[1] ?? 0);
  const home = await me.home();
  expect(ids(home.newVideos)).toEqual(made.slice(0, 8));
  expect(ids(home.historyVideos)).toEqual(made.slice(1, 2));
  // The videos that the list of new ones has no room for come first.
  const rest = [...made.slice(8), ...made.slice(0, 8)];
  expect(ids(home.recommendVideos)).toEqual(rest.filter((id) => id !== made[1]).slice(0, 8));
});
