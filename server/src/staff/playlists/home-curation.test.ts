import { contract } from "@manabiya/contract";
import type { Home } from "@manabiya/contract/catalogue/home.ts";
import type { HomeCuration } from "@manabiya/contract/catalogue/home-curation.ts";
import type { AuditEntry } from "@manabiya/contract/staff/audit.ts";
import { beforeEach, describe, expect, test } from "vitest";
import { bumpCatalogue } from "../../catalogue/cache/version.ts";
import { createPlaylist, createVideo } from "../../../test/testing/factories.ts";
import { staffCalls } from "../../../test/testing/staff-calls.ts";
import { useTestApp } from "../../../test/testing/test-app.ts";

const t = useTestApp();
const { get, update, preview } = contract.adminHome;
const LENGTH = 600;

/** Ids of thirty videos, the newest first. */
let videos: number[];
let me: Awaited<ReturnType<ReturnType<typeof staffCalls>["staff"]>>;

beforeEach(async () => {
  for (const table of ["home_curation", "playlists", "videos"]) await t.db.query({ text: `delete from ${table}` });
  videos = [];
  for (let day = 1; day <= 30; day++) {
    videos.push((await createVideo(t.db, t.clock, { published_at: t.clock.daysAgo(day) })).id);
  }
  me = await staffCalls(t).staff();
});

const at = (...indexes: number[]) => indexes.map((index) => videos[index] ?? 0);
const ids = (cards: Home["newVideos"] = []) => cards.map(({ id }) => id);
const choose = (pinned: number[], newcomers_playlist: number | null = null, more: object = {}) =>
  me.call(update, {}, { pinned, newcomers_playlist, ...more });

async function member() {
  const { call } = await staffCalls(t).member();
  return {
    home: async () => (await call(contract.home.get)).json<Home>(),
    watch: async (id: number, position: number) => {
      t.clock.advance({ minutes: 1 });
      const response = await call(contract.videos.progress, { id }, { position, duration: LENGTH });
      expect(response.statusCode).toBe(200);
    },
  };
}

/** The rule recommends nothing that another list has. */
function expectFresh({ newVideos, historyVideos, recommendVideos, newcomersVideos }: Home, pinned: number[]): void {
  const others = [...ids(newVideos), ...ids(historyVideos), ...ids(newcomersVideos)];
  const chosen = ids(recommendVideos).filter((id) => !pinned.includes(id));
  expect(chosen.filter((id) => others.includes(id))).toEqual([]);
}

describe("pinned videos", () => {
  test("come first in staff's order, and the rule fills up to eight", async () => {
    const { home } = await member();
    const pinned = at(20, 12, 25);
    expect((await choose(pinned)).statusCode).toBe(200);
    const answer = await home();
    expect(ids(answer.recommendVideos).slice(0, 3)).toEqual(pinned);
    expect(answer.recommendVideos).toHaveLength(8);
    expectFresh(answer, pinned);
    expect(answer).not.toHaveProperty("newcomersPlaylist");
    await choose(pinned.toReversed());
    expect(ids((await home()).recommendVideos).slice(0, 3)).toEqual(pinned.toReversed());
  });

  test("stay, though they are new, watched or lessons, and no list loses them", async () => {
    const { home, watch } = await member();
    const pinned = at(0, 20, 21);
    const { id } = await createPlaylist(t.db, t.clock, "はじめての方へ", at(21, 22));
    await choose(pinned, id);
    await watch(videos[20] ?? 0, 10);
    const answer = await home();
    expect(ids(answer.recommendVideos).slice(0, 3)).toEqual(pinned);
    expect(answer.recommendVideos).toHaveLength(8);
    expect(ids(answer.newVideos)).toEqual(videos.slice(0, 8));
    expect(ids(answer.historyVideos)).toEqual(at(20));
    expect(ids(answer.newcomersVideos)).toEqual(at(21, 22));
    expectFresh(answer, pinned);
  });

  test("are shown while they are published, and leave the choice in the trash", async () => {
    const { home } = await member();
    await choose(at(20, 21, 22));
    await t.db.query({ text: "update videos set published_at = null where id = $1", values: [videos[20]] });
    await t.db.query({ text: "update videos set deleted_at = now() where id = $1", values: [videos[21]] });
    await bumpCatalogue(t.db);
    expect(ids((await home()).recommendVideos)[0]).toBe(videos[22]);
    const chosen = (await me.call(get)).json<HomeCuration>();
    expect(chosen.pinned.map(({ id, published_at }) => [id, published_at !== null])).toEqual([
      [videos[20], false],
      [videos[22], true],
    ]);
    await choose(at(20, 21, 22));
    await t.db.query({ text: "delete from videos where id = $1", values: [videos[22]] });
    await t.db.query({ text: "update videos set published_at = now(), deleted_at = null" });
    await bumpCatalogue(t.db);
    expect((await me.call(get)).json<HomeCuration>().pinned.map(({ id }) => id)).toEqual(at(20));
  });
});

describe("the newcomers' playlist", () => {
  test("stands on home until three lessons are finished, and stays away", async () => {
    const { home, watch } = await member();
    const lessons = at(2, 15, 16, 17, 18);
    const { id } = await createPlaylist(t.db, t.clock, "はじめての方へ", lessons);
    await choose(at(16, 24), id);
    const first = await home();
    expect(first.newcomersPlaylist).toMatchObject({ id, title: "はじめての方へ" });
    expect(ids(first.newcomersVideos)).toEqual(lessons.slice(0, 4));
    expect(ids(first.recommendVideos).slice(0, 2)).toEqual(at(16, 24));
    expect(first.recommendVideos).toHaveLength(8);
    expectFresh(first, at(16, 24));
    await watch(lessons[0] ?? 0, LENGTH * 0.9 - 1);
    expect(ids((await home()).newcomersVideos)).toEqual(lessons.slice(0, 4));
    await watch(lessons[0] ?? 0, LENGTH * 0.9);
    await watch(lessons[3] ?? 0, LENGTH);
    expect(ids((await home()).newcomersVideos)).toEqual(at(15, 16, 18));
    await watch(lessons[4] ?? 0, LENGTH);
    for (const again of lessons) {
      const answer = await home();
      expect(answer).not.toHaveProperty("newcomersPlaylist");
      expect(answer).not.toHaveProperty("newcomersVideos");
      expectFresh(answer, at(16, 24));
      // A second viewing starts over, and the lesson stays finished.
      await watch(again, 5);
    }
    expect((await home()).newcomersPlaylist).toBeUndefined();
  });

  test.each([
    [0, 0],
    [1, 1],
    [2, 2],
  ])("with %i published lessons leaves after %i", async (published, finished) => {
    const { home, watch } = await member();
    const lessons = at(15, 16).slice(0, published);
    const draft = await createVideo(t.db, t.clock, { published_at: null });
    const { id } = await createPlaylist(t.db, t.clock, "短い", [...lessons, draft.id]);
    await choose([], id);
    for (const lesson of lessons.slice(0, finished)) {
      expect((await home()).newcomersPlaylist?.id).toBe(id);
      await watch(lesson, LENGTH);
    }
    expect((await home()).newcomersPlaylist).toBeUndefined();
  });

  test("counts lessons that an earlier release recorded without a time of finishing", async () => {
    const { home, watch } = await member();
    const lessons = at(15, 16, 17);
    const { id } = await createPlaylist(t.db, t.clock, "以前から", lessons);
    await choose([], id);
    for (const lesson of lessons) await watch(lesson, LENGTH);
    await t.db.query({ text: "update watch_history set finished_at = null" });
    await watch(lessons[0] ?? 0, 5);
    expect((await home()).newcomersPlaylist).toBeUndefined();
  });

  test("leaves when it is deleted", async () => {
    const { home } = await member();
    const { id } = await createPlaylist(t.db, t.clock, "消える", at(15));
    await choose(at(20), id);
    expect((await home()).newcomersPlaylist?.id).toBe(id);
    await me.call(contract.playlistManagement.remove, { id });
    expect((await home()).newcomersPlaylist).toBeUndefined();
    expect((await me.call(get)).json<HomeCuration>().newcomers_playlist).toBeNull();
  });
});

test("shows what a newcomer and a regular member would see, and stores nothing", async () => {
  const lessons = at(15, 16, 17);
  const { id } = await createPlaylist(t.db, t.clock, "はじめての方へ", lessons);
  await me.call(contract.videos.progress, { id: lessons[0] ?? 0 }, { position: 60, duration: LENGTH });
  const response = await me.call(preview, {}, { pinned: at(20), newcomers_playlist: id });
  const { newcomer, regular } = response.json<{ newcomer: Home; regular: Home }>();
  expect(ids(newcomer.newcomersVideos)).toEqual(lessons);
  expect(newcomer.newcomersVideos?.map(({ position }) => position)).toEqual([null, null, null]);
  expect(newcomer.historyVideos).toEqual([]);
  expect(regular.newcomersPlaylist).toBeUndefined();
  expect(regular.historyVideos).toHaveLength(4);
  for (const sample of [newcomer, regular]) {
    expectFresh(sample, at(20));
    expect(ids(sample.recommendVideos)[0]).toBe(videos[20]);
    expect(sample.recommendVideos).toHaveLength(8);
  }
  expect((await me.call(get)).json<HomeCuration>()).toEqual({ revision: 1, pinned: [], newcomers_playlist: null });
});

test.each([
  [{ pinned: [0] }, { "pinned.0": ["動画の指定が正しくありません。"] }],
  [{ pinned: ["<script>"] }, { "pinned.0": ["動画の指定が正しくありません。"] }],
  [{ pinned: Array.from({ length: 9 }, (_, n) => n + 1) }, { pinned: ["固定できる動画は8本までです。"] }],
  [{ newcomers_playlist: "1" }, { newcomers_playlist: ["再生リストの指定が正しくありません。"] }],
  [{ newcomers_playlist: 2_000_000_000 }, { newcomers_playlist: ["再生リストが見つかりません。"] }],
])("rejects %j", async (wrong, fields) => {
  const response = await choose([], null, wrong);
  expect(response.statusCode).toBe(400);
  expect(response.json().fields).toEqual(fields);
});

test("returns 409 with the present choice when the revision is stale, and logs changes alone", async () => {
  const log = async () =>
    (await t.db.query<AuditEntry>({ text: "select * from audit_log where action = 'home.update' order by id" })).rows;
  const before = (await log()).length;
  const [won, lost] = (
    await Promise.all([at(20, 20), at(21)].map((pinned) => choose(pinned, null, { revision: 1 })))
  ).toSorted((a, b) => a.statusCode - b.statusCode);
  expect([won?.statusCode, lost?.statusCode]).toEqual([200, 409]);
  const chosen = won?.json<HomeCuration>();
  expect(lost?.json().current).toEqual(chosen);
  const pinned = chosen?.pinned.map(({ id }) => id) ?? [];
  expect((await choose(pinned, null, { revision: 1 })).statusCode).toBe(200);
  const rows = (await log()).slice(before);
  expect(rows.map((row) => [row.before, row.after])).toEqual([
    [
      { pinned: [], newcomers_playlist: null },
      { pinned, newcomers_playlist: null },
    ],
  ]);
});
