import { contract } from "@manabiya/contract";
import type { AdminVideo } from "@manabiya/contract/staff/videos.ts";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createUser, createVideo } from "../../../test/testing/factories.ts";
import { type OembedStandIn, REPLIES, startOembedStandIn } from "../../../test/testing/oembed-stand-in.ts";
import { selectRows } from "../../../test/testing/select-rows.ts";
import { staffCalls } from "../../../test/testing/staff-calls.ts";
import { useTestApp } from "../../../test/testing/test-app.ts";
import { insertRow } from "../../db/insert-rows.ts";
import { patrolVideos } from "./patrol.ts";

let hosts: OembedStandIn;
beforeAll(async () => {
  hosts = await startOembedStandIn();
});
afterAll(() => hosts.close());
const t = useTestApp({ oembed: () => hosts.addresses() });
let me: Awaited<ReturnType<ReturnType<typeof staffCalls>["staff"]>>;

const NIGHT = Date.parse("2026-11-24T02:00:00+09:00");
beforeEach(async () => {
  await t.db.query({ text: "delete from videos" });
  me = await staffCalls(t).staff();
  hosts.always = null;
  hosts.replies.clear();
  hosts.asked.length = 0;
});

/** Runs the patrol in the night after `nights` more nights, at once. */
const patrol = (nights: number, hours = 0) =>
  patrolVideos(
    {
      db: t.db,
      ask: t.deps.askPlayback,
      now: () => NIGHT + (nights * 24 + hours) * 3_600_000,
      logger: pino({ level: "silent" }),
      pace: { gap: 0, backoff: 1, backoffMax: 5 },
    },
    new AbortController().signal,
  );

const youtube = (video_id: string) => `https://www.youtube.com/watch?v=${video_id}`;
const REMOVED = REPLIES.youtube["is removed"];

const unplayable = async () =>
  (await me.get(`${contract.adminVideos.page.url}?show=unplayable`))
    .json<{ results: AdminVideo[] }>()
    .results.map(({ id, playback }) => ({ id, ...playback }));

test("lists a removed video with the members who saved it, until it plays again", async () => {
  const video = await createVideo(t.db, t.clock, { video_id: "gone" });
  await createVideo(t.db, t.clock, { video_id: "fine" });
  const [both, one] = [await createUser(t.db, t.clock), await createUser(t.db, t.clock)];
  const saved = { video_id: video.id, created_at: t.clock.daysAgo(1) };
  await insertRow(t.db, "favorites", { ...saved, user_id: both.id });
  await insertRow(t.db, "watch_later", { ...saved, user_id: both.id });
  await insertRow(t.db, "watch_later", { ...saved, user_id: one.id });
  hosts.replies.set(youtube("gone"), REMOVED);
  await patrol(0);
  expect(await unplayable()).toEqual([
    {
      id: video.id,
      state: "removed",
      checked_at: "2026-11-23T17:00:00.000Z",
      refused_at: "2026-11-23T17:00:00.000Z",
      is_confirmed: true,
      saved_by: 2,
    },
  ]);
  await patrol(1);
  expect(await unplayable()).toMatchObject([
    { refused_at: "2026-11-23T17:00:00.000Z", checked_at: "2026-11-24T17:00:00.000Z" },
  ]);
  hosts.replies.clear();
  await patrol(2);
  expect(await unplayable()).toEqual([]);
});

test("asks about each published video once a night, and at night only", async () => {
  await createVideo(t.db, t.clock, { video_id: "published" });
  await createVideo(t.db, t.clock, { video_id: "draft", published_at: null });
  await createVideo(t.db, t.clock, { video_id: "later", published_at: "2099-01-01T00:00:00.000Z" });
  await createVideo(t.db, t.clock, { video_id: "trashed", deleted_at: t.clock.daysAgo(1) });
  for (const hours of [-10, -2, 0, 1, 2, 5]) await patrol(0, hours);
  expect(hosts.asked).toEqual([youtube("published")]);
  await patrol(1);
  expect(hosts.asked).toHaveLength(2);
});

test("asks again before it believes a refusal", async () => {
  await createVideo(t.db, t.clock, { video_id: "hiccup" });
  hosts.replies.set(youtube("hiccup"), REMOVED);
  const ask: typeof t.deps.askPlayback = async (...given) => {
    const answer = await t.deps.askPlayback(...given);
    hosts.replies.clear();
    return answer;
  };
  const logger = pino({ level: "silent" });
  await patrolVideos(
    { db: t.db, ask, now: () => NIGHT, logger, pace: { gap: 0, backoff: 0, backoffMax: 0 } },
    new AbortController().signal,
  );
  expect(hosts.asked).toHaveLength(2);
  expect(await unplayable()).toEqual([]);
});

test("an outage of a host changes nothing, and ends after three requests", async () => {
  const video = await createVideo(t.db, t.clock, { video_id: "gone" });
  for (let n = 0; n < 8; n++) await createVideo(t.db, t.clock);
  hosts.replies.set(youtube("gone"), REMOVED);
  await patrol(0);
  const retryAfter = (value: string) => ({ status: 429, headers: { "retry-after": value } });
  for (const [always, requests] of [
    [{ status: 503 }, 9],
    [{ status: 500 }, 9],
    [retryAfter("0"), 9],
    // Longer than a run waits.
    [retryAfter("3600"), 3],
    [retryAfter(new Date(Date.now() + 3_600_000).toUTCString()), 3],
  ] as const) {
    hosts.always = always;
    hosts.asked.length = 0;
    for (const night of [1, 2, 3]) await patrol(night);
    expect(hosts.asked).toHaveLength(requests);
    expect(await unplayable()).toMatchObject([{ id: video.id, checked_at: "2026-11-23T17:00:00.000Z" }]);
  }
  hosts.always = null;
  await patrol(3, 1);
  expect(await unplayable()).toMatchObject([{ id: video.id, checked_at: "2026-11-26T18:00:00.000Z" }]);
});

test("videos without a clear answer keep no other video from its check", async () => {
  for (let n = 0; n < 12; n++) await createVideo(t.db, t.clock, { video_id: `video-${n}` });
  for (let n = 0; n < 3; n++) hosts.replies.set(youtube(`video-${n}`), { status: 410 });
  for (const hours of [0, 1, 2, 3]) await patrol(0, hours);
  expect(await selectRows(t.db, "video_checks")).toHaveLength(9);
});

test("a host that refuses most videos is believed only after two nights", async () => {
  for (let n = 0; n < 8; n++) await createVideo(t.db, t.clock);
  hosts.always = REPLIES.youtube["is private"];
  await patrol(0);
  await patrol(0, 3);
  expect(await unplayable()).toEqual([]);
  await patrol(1);
  expect(await unplayable()).toHaveLength(8);
  hosts.always = null;
  await patrol(2);
  expect(await unplayable()).toEqual([]);
});

test("sends a host one request at a time", async () => {
  for (let n = 0; n < 6; n++) await createVideo(t.db, t.clock, n % 2 === 0 ? { host: "vimeo" } : {});
  await patrol(0);
  expect(hosts.most).toEqual({ "/youtube/oembed": 1, "/vimeo/api/oembed.json": 1 });
});

test("a replaced video is no longer listed, is checked anew, and stays in its members' lists", async () => {
  const video = await createVideo(t.db, t.clock, { video_id: "gone" });
  const member = await createUser(t.db, t.clock);
  const saved = { user_id: member.id, video_id: video.id };
  await insertRow(t.db, "favorites", { ...saved, created_at: t.clock.daysAgo(1) });
  await insertRow(t.db, "watch_history", { ...saved, watched_at: t.clock.daysAgo(1) });
  hosts.replies.set(youtube("gone"), REMOVED);
  await patrol(0);
  expect(await unplayable()).toHaveLength(1);
  const changed = await me.call(
    contract.adminVideos.update,
    { id: video.id },
    { title: "題", video_id: "new", revision: 1 },
  );
  expect(changed.json()).toMatchObject({ video_id: "new", playback: null });
  for (const table of ["favorites", "watch_history"] as const) {
    expect(await selectRows(t.db, table, saved)).toHaveLength(1);
  }
  expect(await unplayable()).toEqual([]);
  await patrol(0, 1);
  expect(hosts.asked.at(-1)).toBe(youtube("new"));
});

test("staff ask a host at once", async () => {
  const { id } = await createVideo(t.db, t.clock, { host: "vimeo", video_id: "77", host_hash: "abcdef12" });
  const check = async () => (await me.call(contract.adminVideos.check, { id })).json();
  expect(await check()).toMatchObject({ is_answered: true, video: { id, playback: { state: "plays" } } });
  expect(hosts.asked).toEqual(["https://vimeo.com/77/abcdef12"]);
  hosts.always = REPLIES.vimeo["has embedding off"];
  expect(await check()).toMatchObject({ video: { playback: { state: "not_embeddable", is_confirmed: true } } });
  hosts.always = { status: 502 };
  expect(await check()).toMatchObject({ is_answered: false, video: { playback: { state: "not_embeddable" } } });
  expect((await me.call(contract.adminVideos.check, { id: 999_999 })).statusCode).toBe(404);
});

test("staff learn title and length of an address, and nothing but a video's page is asked", async () => {
  const lookUp = async (address: string) =>
    (await me.get(`${contract.adminVideos.lookUp.url}?address=${encodeURIComponent(address)}`)).json();
  hosts.always = { status: 200, body: { type: "video", title: "値段の決め方", duration: 754 } };
  const found = { title: "値段の決め方", duration: 754 };
  expect(await lookUp("https://vimeo.com/77/abcdef12?share=copy")).toEqual(found);
  for (const other of [
    "https://192.168.0.1/",
    "dQw4w9WgXcQ",
    "film.mp4",
    "https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ",
  ])
    expect(await lookUp(other)).toEqual({ title: null, duration: null });
  expect(hosts.asked).toEqual(["https://vimeo.com/77/abcdef12"]);
});

test("stops at once when the process ends", async () => {
  for (let n = 0; n < 4; n++) await createVideo(t.db, t.clock);
  const stopping = new AbortController();
  const ask: typeof t.deps.askPlayback = (...given) => {
    stopping.abort();
    return t.deps.askPlayback(...given);
  };
  const logger = pino({ level: "silent" });
  const run = patrolVideos({ db: t.db, ask, now: () => NIGHT, logger }, stopping.signal);
  await expect(run).rejects.toMatchObject({ name: "AbortError" });
  expect(hosts.asked.length).toBeLessThanOrEqual(1);
});
