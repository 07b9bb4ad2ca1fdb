import { contract } from "@manabiya/contract";
import type { Home } from "@manabiya/contract/catalogue/home.ts";
import type { PlaylistDetail } from "@manabiya/contract/catalogue/playlists.ts";
import type { BegunCourse } from "@manabiya/contract/lists/courses.ts";
import { beforeEach, expect, test } from "vitest";
import { createPlaylist, createUser, createVideo } from "../../../test/testing/factories.ts";
import { useTestApp } from "../../../test/testing/test-app.ts";

const t = useTestApp();
const LENGTH = 600;
const { list, mark } = contract.courses;

let headers: { authorization: string };
let lessons: number[];
let draft: number;
let playlist: number;

beforeEach(async () => {
  headers = await t.as((await createUser(t.db, t.clock)).id);
  lessons = [];
  for (let count = 0; count < 3; count += 1) lessons.push((await createVideo(t.db, t.clock)).id);
  draft = (await createVideo(t.db, t.clock, { published_at: null })).id;
  playlist = (await createPlaylist(t.db, t.clock, "順番に見る", [draft, ...lessons])).id;
});

const lesson = (index: number) => lessons[index] ?? 0;

function send(method: "POST" | "PUT", url: string, id: number, payload: object, as = headers) {
  t.clock.advance({ seconds: 10 });
  return t.app.inject({ method, url: url.replace(":id", String(id)), headers: as, payload });
}

const watch = (id: number, position: number) =>
  send("POST", contract.videos.progress.url, id, { position, duration: LENGTH });
const set = (id: number, is_finished: boolean, as = headers) => send("PUT", mark.url, id, { is_finished }, as);

async function finished(as = headers): Promise<boolean[]> {
  const url = contract.playlists.get.url.replace(":id", String(playlist));
  const { videos } = (await t.app.inject({ url, headers: as })).json<PlaylistDetail>();
  return videos.map(({ is_finished }) => is_finished);
}

async function begun(as = headers): Promise<BegunCourse[]> {
  return (await t.app.inject({ url: list.url, headers: as })).json<{ results: BegunCourse[] }>().results;
}

test("finishes a lesson at 90 % of it, and counts published lessons of a begun course alone", async () => {
  await watch(lesson(0), LENGTH * 0.9 - 1);
  expect(await finished()).toEqual([false, false, false]);
  expect(await begun()).toEqual([]);
  await watch(lesson(0), LENGTH * 0.9);
  const at = new Date(t.clock.now()).toISOString();
  await watch(lesson(0), 5);
  expect(await finished()).toEqual([true, false, false]);
  await set(draft, true);
  expect(await begun()).toMatchObject([{ id: playlist, finished_count: 1, video_count: 3 }]);
  expect(Date.parse((await begun())[0]?.used_at ?? "")).toBeGreaterThan(Date.parse(at));
});

test("lists the course that the member used last first, and none of another member", async () => {
  const later = (await createPlaylist(t.db, t.clock, "次のコース", [lesson(1)])).id;
  await set(lesson(0), true);
  await set(lesson(1), true);
  await set(lesson(2), true);
  expect((await begun()).map(({ id }) => id)).toEqual([playlist, later]);
  await set(lesson(1), false);
  expect((await begun()).map(({ id }) => id)).toEqual([playlist]);
  const other = await t.as((await createUser(t.db, t.clock)).id);
  expect(await begun(other)).toEqual([]);
  expect(await finished(other)).toEqual([false, false, false]);
});

test("a mark wins over what the member watched, and outlives a deletion of the history", async () => {
  await set(lesson(0), true);
  expect(await finished()).toEqual([true, false, false]);
  await watch(lesson(0), 30);
  expect(await finished()).toEqual([true, false, false]);
  await watch(lesson(1), LENGTH);
  await set(lesson(1), false);
  await set(lesson(1), false);
  expect(await finished()).toEqual([true, false, false]);
  await t.app.inject({ method: "DELETE", url: contract.history.remove.url, headers });
  expect(await finished()).toEqual([true, false, false]);
});

test("an unmarked lesson stays unfinished while it plays out, and is finished after another way to its end", async () => {
  await watch(lesson(0), LENGTH * 0.95);
  await set(lesson(0), false);
  await watch(lesson(0), LENGTH);
  expect(await finished()).toEqual([false, false, false]);
  await watch(lesson(0), 10);
  expect(await finished()).toEqual([false, false, false]);
  await watch(lesson(0), LENGTH * 0.9);
  expect(await finished()).toEqual([true, false, false]);
});

test("home counts marked lessons of the newcomers' playlist as finished, and unmarked ones as not", async () => {
  await t.db.query({ text: "insert into home_curation values (1, '{}', $1)", values: [playlist] });
  const shown = async () =>
    (await t.app.inject({ url: contract.home.get.url, headers })).json<Home>().newcomersVideos?.map(({ id }) => id);
  await watch(lesson(0), LENGTH);
  await set(lesson(1), true);
  expect(await shown()).toEqual([lesson(2)]);
  await set(lesson(0), false);
  expect(await shown()).toEqual([lesson(0), lesson(2)]);
  await set(lesson(0), true);
  await set(lesson(2), true);
  expect(await shown()).toBeUndefined();
  await t.db.query({ text: "delete from home_curation" });
});

test("a lesson that members do not see cannot be marked, and a member without access marks by our own number alone", async () => {
  expect((await set(draft, true)).statusCode).toBe(404);
  expect((await set(999_999, true)).statusCode).toBe(404);
  const { id } = await createUser(t.db, t.clock, { subscription_status: "inactive" });
  const locked = await t.as(id);
  expect((await set(lesson(0), true, locked)).json()).toEqual({ is_finished: true });
  expect(await finished(locked)).toEqual([true, false, false]);
  const { rows } = await t.db.query<{ video_id: string }>({
    text: "select video_id from videos where id = $1",
    values: [lesson(1)],
  });
  const url = mark.url.replace(":id", rows[0]?.video_id ?? "");
  const byHost = { method: "PUT", url, payload: { is_finished: true } } as const;
  expect((await t.app.inject({ ...byHost, headers: locked })).statusCode).toBe(404);
  expect((await t.app.inject({ ...byHost, headers })).statusCode).toBe(200);
});

test("two tabs that mark the same lesson at once both succeed", async () => {
  const answers = await Promise.all(Array.from({ length: 8 }, (_, index) => set(lesson(0), index % 2 === 0)));
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  const { rows } = await t.db.query({ text: "select from lesson_marks where video_id = $1", values: [lesson(0)] });
  expect(rows).toHaveLength(1);
});

test("a course of 1,000 lessons stays within three statements and a course of one is complete by it", async () => {
  const { rows } = await t.db.query<{ id: number }>({
    text: `insert into videos (title, video_id, host, created_at, published_at)
           select '授業' || n, 'long-' || n, 'youtube', now() - interval '1 day', '2020-01-01'
             from generate_series(1, 1000) as n returning id`,
  });
  const long = (
    await createPlaylist(
      t.db,
      t.clock,
      "長いコース",
      rows.map(({ id }) => id),
    )
  ).id;
  const single = (await createPlaylist(t.db, t.clock, "一本だけ", [rows[999]?.id ?? 0])).id;
  await set(rows[999]?.id ?? 0, true);
  t.queries.count = 0;
  expect(new Map((await begun()).map(({ id, ...counts }) => [id, counts]))).toEqual(
    new Map([
      [long, expect.objectContaining({ finished_count: 1, video_count: 1000 })],
      [single, expect.objectContaining({ finished_count: 1, video_count: 1 })],
    ]),
  );
  expect(t.queries.count).toBeLessThanOrEqual(3);
});
