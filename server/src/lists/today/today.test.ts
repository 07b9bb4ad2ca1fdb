import { contract } from "@manabiya/contract";
import type { LearnedDays, TodayCandidate } from "@manabiya/contract/lists/today.ts";
import { describe, expect, test } from "vitest";
import { createChapter, createPlaylist, createUser, createVideo } from "../../../test/testing/factories.ts";
import { useTestApp } from "../../../test/testing/test-app.ts";

const t = useTestApp();
const DURATION = 600;

async function member() {
  const { id } = await createUser(t.db, t.clock);
  let headers = await t.as(id);
  const inject = (method: "GET" | "POST" | "PUT", url: string, payload?: object) =>
    t.app.inject({ method, url, headers, ...(payload && { payload }) });
  const of = (url: string, video: { id: number }) => url.replace(":id", String(video.id));
  return {
    id,
    logIn: async () => (headers = await t.as(id)),
    start: (video: { id: number }) => inject("POST", of(contract.videos.progress.url, video)),
    report: (video: { id: number }, position: number) =>
      inject("POST", of(contract.videos.progress.url, video), { position, duration: DURATION }),
    save: (video: { id: number }) => inject("POST", of(contract.watchLater.toggle.url, video)),
    mark: (video: { id: number }, is_finished: boolean) =>
      inject("PUT", of(contract.courses.mark.url, video), { is_finished }),
    like: (video: { id: number }) => inject("POST", of(contract.favorites.toggle.url, video)),
    plan: async () =>
      (await inject("GET", contract.today.candidates.url)).json<{
        candidates: TodayCandidate[];
        has_history: boolean;
      }>(),
    days: async () => (await inject("GET", contract.today.days.url)).json<LearnedDays>(),
  };
}

const daysOf = async (me: { days: () => Promise<LearnedDays> }) =>
  (await me.days()).days.map(({ day, seconds }) => [day, seconds]);
const wait = (seconds: number) => t.clock.advance({ seconds });

describe("the learned time", () => {
  test("belongs to the day in Japan, also beside midnight there", async () => {
    t.clock.ms = Date.parse("2026-11-21T14:59:40Z");
    const me = await member();
    const video = await createVideo(t.db, t.clock);
    await me.start(video);
    wait(10);
    await me.report(video, 10);
    expect(await daysOf(me)).toEqual([["2026-11-21", 10]]);
    wait(10);
    await me.report(video, 20);
    expect(await daysOf(me)).toEqual([
      ["2026-11-22", 10],
      ["2026-11-21", 10],
    ]);
    // The clock of the second tab began yesterday.
    const other = await createVideo(t.db, t.clock);
    await me.start(other);
    wait(5);
    await Promise.all([me.report(video, 25), me.report(other, 5)]);
    expect(await me.days()).toMatchObject({ today: "2026-11-22", total_seconds: 25 });
  });

  test("counts no time twice when midnight lies between the reports of two tabs", async () => {
    t.clock.ms = Date.parse("2026-11-22T14:59:40Z");
    const me = await member();
    const [video, other] = [await createVideo(t.db, t.clock), await createVideo(t.db, t.clock)];
    await Promise.all([me.start(video), me.start(other)]);
    wait(12);
    await me.report(video, 12);
    wait(6);
    await me.report(other, 18);
    wait(4);
    await me.report(video, 22);
    expect(await daysOf(me)).toEqual([
      ["2026-11-23", 4],
      ["2026-11-22", 18],
    ]);
  });

  test("counts on after a clock was once ahead", async () => {
    const me = await member();
    const video = await createVideo(t.db, t.clock);
    await t.db.query({
      text: "insert into learned_days values ($1, '2027-08-01', 5000, '2027-08-01T03:00:00Z')",
      values: [me.id],
    });
    await me.start(video);
    wait(10);
    await me.report(video, 10);
    expect((await me.days()).total_seconds).toBe(15);
  });

  test("grows once for two tabs, replays, jumps and fast playback, and never faster than the clock", async () => {
    const me = await member();
    const [video, other] = [await createVideo(t.db, t.clock), await createVideo(t.db, t.clock)];
    await Promise.all([me.start(video), me.start(other)]);
    const total = async () => (await me.days()).total_seconds;
    wait(10);
    // Both tabs play, and one request is repeated.
    await Promise.all([me.report(video, 10), me.report(other, 10), me.report(video, 10)]);
    expect(await total()).toBe(10);
    await me.report(video, 10);
    expect(await total()).toBe(10);
    wait(10);
    await me.report(video, 30);
    expect(await total()).toBe(20);
    wait(600);
    await me.logIn();
    await me.report(video, 500);
    expect(await total()).toBe(20);
    await me.report(video, 0);
    await me.report(video, 50);
    expect(await total()).toBe(20);
    wait(10);
    await me.report(video, 60);
    await me.report(video, 0);
    await me.report(video, 60);
    expect(await total()).toBe(30);
  });

  test("does not grow while the video stands still, and only for the member who watches", async () => {
    const me = await member();
    const video = await createVideo(t.db, t.clock);
    await me.start(video);
    wait(10);
    await me.report(video, 10);
    wait(900);
    await me.logIn();
    await me.start(video);
    wait(4);
    await me.report(video, 14);
    expect((await me.days()).total_seconds).toBe(14);
    expect(await (await member()).days()).toMatchObject({ days: [], total_seconds: 0, notes: 0, practices: 0 });
  });
});

describe("the videos for a plan", () => {
  const reasons = async (me: Awaited<ReturnType<typeof member>>) =>
    (await me.plan()).candidates.map(({ video, reason }) => [reason, video.id]);

  test("are what the member began and saved, and the next lessons, each once and unfinished", async () => {
    const me = await member();
    const create = () => createVideo(t.db, t.clock, { duration: DURATION });
    const [begun, later, liked, done] = [await create(), await create(), await create(), await create()];
    const [first, second, third, hidden] = [await create(), await create(), await create(), await create()];
    await createChapter(t.db, { video_id: begun.id, title: "二つ目", time_seconds: 60 });
    await createPlaylist(t.db, t.clock, "はじめの講座", [first.id, second.id, third.id]);
    await me.start(begun);
    await me.report(begun, 100);
    for (const video of [done, first]) {
      await me.start(video);
      await me.report(video, DURATION);
    }
    for (const video of [later, done, begun]) await me.save(video);
    for (const video of [liked, later, hidden]) await me.like(video);
    await t.db.query({ text: "update videos set deleted_at = now() where id = $1", values: [hidden.id] });
    expect(await reasons(me)).toEqual([
      ["resume", begun.id],
      ["watch_later", later.id],
      ["favorites", liked.id],
      ["playlist", second.id],
      ["playlist", third.id],
    ]);
    const { candidates } = await me.plan();
    expect(candidates[0]).toMatchObject({
      video: { position: 100, duration: DURATION },
      chapters: [{ title: "二つ目", time_seconds: 60 }],
    });
    expect(candidates[3]?.playlist).toBe("はじめの講座");
  });

  test("lack the lessons that the member marked as finished, and have the unmarked ones again", async () => {
    const me = await member();
    const create = () => createVideo(t.db, t.clock, { duration: DURATION });
    const [begun, later, liked] = [await create(), await create(), await create()];
    const [first, second, third] = [await create(), await create(), await create()];
    await createPlaylist(t.db, t.clock, "はじめの講座", [first.id, second.id, third.id]);
    for (const [video, position] of [
      [begun, 100],
      [liked, DURATION],
      [first, DURATION],
    ] as const) {
      await me.start(video);
      await me.report(video, position);
    }
    await me.save(later);
    await me.like(liked);
    for (const video of [begun, later, second]) await me.mark(video, true);
    await me.mark(liked, false);
    expect(await reasons(me)).toEqual([
      ["favorites", liked.id],
      ["playlist", third.id],
    ]);
    for (const video of [liked, third]) await me.mark(video, true);
    const offered = (await reasons(me)).map(([, id]) => id);
    const marked = [begun, later, second, third].map(({ id }) => id);
    expect(offered.filter((id) => marked.includes(Number(id)))).toEqual([]);
  });

  test("are the newcomers' lessons for a member without history, and new ones when all is watched", async () => {
    const me = await member();
    const [lesson, fresh] = [await createVideo(t.db, t.clock), await createVideo(t.db, t.clock)];
    const playlist = await createPlaylist(t.db, t.clock, "はじめての方へ", [lesson.id]);
    await t.db.query({
      text: "insert into home_curation (id, newcomers_playlist) values (1, $1) on conflict (id) do update set newcomers_playlist = $1",
      values: [playlist.id],
    });
    const before = await me.plan();
    expect(before.has_history).toBe(false);
    expect(before.candidates[0]).toMatchObject({ reason: "newcomer", video: { id: lesson.id } });
    expect(before.candidates.find(({ video }) => video.id === fresh.id)?.reason).toBe("new");
    await me.start(lesson);
    await me.report(lesson, DURATION);
    const after = await me.plan();
    expect(after.has_history).toBe(true);
    expect(new Set(after.candidates.map(({ reason }) => reason))).toEqual(new Set(["new"]));
    expect(after.candidates.map(({ video }) => video.id)).not.toContain(lesson.id);
    await t.db.query({
      text: "insert into watch_history (user_id, video_id, watched_at, finished_at) select $1, id, now(), now() from videos on conflict do nothing",
      values: [me.id],
    });
    expect(await me.plan()).toEqual({ candidates: [], has_history: true });
  });
});
