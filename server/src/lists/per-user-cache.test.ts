import { contract } from "@manabiya/contract";
import type { Home } from "@manabiya/contract/catalogue/home.ts";
import type { VideoCard } from "@manabiya/contract/catalogue/videos.ts";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { createApp } from "../app.ts";
import type { PagedResult } from "../http/paging.ts";
import { createUser, createVideo } from "../../test/testing/factories.ts";
import { useTestApp } from "../../test/testing/test-app.ts";
import { purgeVideos } from "../catalogue/videos/purge.ts";

const t = useTestApp();

/** Another process on the same database, which keeps what it reads for itself. */
let other: Awaited<ReturnType<typeof createApp>>;
let headers: { authorization: string };
/** Older first. */
let seen: number;
let unseen: number;

beforeEach(async () => {
  other ??= await createApp(t.parts);
  headers = await t.as((await createUser(t.db, t.clock)).id);
  [seen, unseen] = [(await createVideo(t.db, t.clock)).id, (await createVideo(t.db, t.clock)).id];
  await watch(seen);
  await look();
});

afterAll(() => other?.close());

async function get<T>(url: string): Promise<T> {
  const response = await t.app.inject({ url, headers });
  expect(response.statusCode).toBe(200);
  return response.json<T>();
}

async function change(url: string, id: number, payload?: object): Promise<void> {
  t.clock.advance({ minutes: 1 });
  const path = url.replace(":id", String(id));
  const response = await other.inject({
    method: "POST",
    url: path,
    headers,
    ...(payload && { payload }),
  });
  expect(response.statusCode).toBe(200);
}

const watch = (id: number) => change(contract.videos.progress.url, id);

const flagsOf = ({ id, is_favorite, watch_later, position }: VideoCard) => ({
  id,
  is_favorite,
  watch_later,
  position,
});

/** Everything that says something of the member's own lists, through the first process. */
async function look() {
  const cards = async (url: string) => (await get<PagedResult<VideoCard>>(url)).results.map(flagsOf);
  const home = await get<Home>(contract.home.get.url);
  const detail = await get<VideoCard>(contract.videos.get.url.replace(":id", String(seen)));
  return {
    favorites: await cards(contract.favorites.list.url),
    watchLater: await cards(contract.watchLater.list.url),
    history: await cards(contract.history.list.url),
    newest: (await cards(contract.search.videos.url)).filter(({ id }) => id === seen || id === unseen),
    homeHistory: home.historyVideos.map(flagsOf),
    homeNew: home.newVideos.map(flagsOf).filter(({ id }) => id === seen || id === unseen),
    detail: flagsOf(detail),
  };
}

test("without a change nothing is read but who asks", async () => {
  const spy = vi.spyOn(t.db, "query");
  await look();
  const asked = new Set(spy.mock.calls.map(([{ name }]) => name));
  spy.mockRestore();
  expect(asked).toEqual(new Set(["catalogue.version", "auth.find-current-users"]));
});

test("a favourite of another process is seen everywhere at once, and its end as well", async () => {
  await change(contract.favorites.toggle.url, seen);
  const after = await look();
  expect(after.favorites.map(({ id }) => id)).toEqual([seen]);
  for (const { is_favorite } of [after.detail, ...after.history, ...after.homeHistory])
    expect(is_favorite).toBe(true);
  expect(after.newest.map(({ is_favorite }) => is_favorite)).toEqual([false, true]);
  expect(after.homeNew.map(({ is_favorite }) => is_favorite)).toEqual([false, true]);
  await change(contract.favorites.toggle.url, seen);
  const end = await look();
  expect(end.favorites).toEqual([]);
  expect(end.detail.is_favorite).toBe(false);
});

test("the same of what is to be watched later", async () => {
  await change(contract.watchLater.toggle.url, unseen);
  const after = await look();
  expect(after.watchLater.map(({ id }) => id)).toEqual([unseen]);
  expect(after.newest.map(({ watch_later }) => watch_later)).toEqual([true, false]);
  await change(contract.watchLater.toggle.url, unseen);
  expect((await look()).watchLater).toEqual([]);
});

test("where a video was left is seen at once, though no list is longer", async () => {
  for (const position of [30, 60]) {
    await change(contract.videos.progress.url, seen, { position, duration: 900 });
    const after = await look();
    expect(after.detail.position).toBe(position);
    for (const list of [after.history, after.homeHistory])
      expect(list.map((card) => card.position)).toEqual([position]);
  }
});

test("what is watched again comes first at once, though no list is longer", async () => {
  const order = async () => (await look()).history.map(({ id }) => id);
  await watch(unseen);
  expect(await order()).toEqual([unseen, seen]);
  await watch(seen);
  expect(await order()).toEqual([seen, unseen]);
  expect((await look()).homeHistory.map(({ id }) => id)).toEqual([seen, unseen]);
});

test("a history that another process emptied is empty at once", async () => {
  await change(contract.videos.progress.url, seen, { position: 30, duration: 900 });
  await look();
  await other.inject({ method: "DELETE", url: contract.history.remove.url, headers });
  const after = await look();
  expect([...after.history, ...after.homeHistory]).toEqual([]);
  expect(after.detail.position).toBeNull();
});

test("videos that are deleted for good leave the lists at once", async () => {
  await change(contract.favorites.toggle.url, unseen);
  await look();
  await purgeVideos(t.db, [[unseen]]);
  expect((await look()).favorites).toEqual([]);
});
