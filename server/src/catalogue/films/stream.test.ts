import { access, rm, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { contract } from "@manabiya/contract";
import type { VideoDetail } from "@manabiya/contract/catalogue/videos.ts";
import { addDays, japanDay } from "@manabiya/contract/rules/japan-day.ts";
import type { Film, FilmSum } from "@manabiya/contract/staff/video-files.ts";
import type { AdminVideo } from "@manabiya/contract/staff/videos.ts";
import { beforeEach, describe, expect, test } from "vitest";
import { createVideo } from "../../../test/testing/factories.ts";
import { selectRows } from "../../../test/testing/select-rows.ts";
import { staffCalls } from "../../../test/testing/staff-calls.ts";
import { useTestApp } from "../../../test/testing/test-app.ts";
import { insertRow, insertRows } from "../../db/insert-rows.ts";
import { PREPARES_FILMS } from "../../jobs/standing.ts";
import { bumpCatalogue } from "../cache/version.ts";
import { deleteExpiredFiles } from "../media/delete-expired-files.ts";
import { takeLock } from "./queries.ts";

const t = useTestApp();
let count = 0;
let film: string;
let video: { id: number };

const path = (name: string) => join(t.dataDir, "media/videos", name);
const isThere = (name: string) =>
  access(path(name)).then(
    () => true,
    () => false,
  );
const fileOf = (rung: string) => `f${count}-${rung}.${rung === "pictures" ? "jpg" : "mp4"}`;
const playlist = `#EXTM3U\n#EXTINF:6.000000,\n#EXT-X-BYTERANGE:4@3\n{file}\n#EXTINF:6.000000,\n#EXT-X-BYTERANGE:3@7\n{file}\n`;

/** A film whose files are stored, each with ten bytes. */
async function createFilm(given: object = {}, sides = [240, 480, 720], isUpright = false) {
  film = `film-${++count}.mp4`;
  video = await createVideo(t.db, t.clock, { host: "file", video_id: film });
  const at = new Date(t.clock.now()).toISOString();
  const instants = { requested_at: at, not_before: at, used_at: at };
  await insertRow(t.db, "film_preparations", { film, state: "ready", original_bytes: 100, ...instants, ...given });
  const qualities = sides.map((side) => ({
    rung: String(side),
    details: {
      kind: "video",
      width: isUpright ? side : Math.round((side * 16) / 9),
      height: isUpright ? Math.round((side * 16) / 9) : side,
      rate: 30,
      codec: "avc1.64001e",
      bandwidth: side * 2000,
      average: side * 1000,
    },
  }));
  const files = [
    ...qualities,
    { rung: "audio", details: { kind: "audio", channels: 2, bandwidth: 100_000, average: 96_000 } },
    { rung: "pictures", details: { kind: "pictures", every: 2, columns: 10, width: 160, height: 90 } },
  ];
  const rows = files.map(({ rung, details }) => ({
    ...{ name: fileOf(rung), film, rung, bytes: 10, details: JSON.stringify(details) },
    playlist: rung === "pictures" ? null : playlist,
  }));
  await insertRows(t.db, "film_files", rows);
  for (const { name } of [...rows, { name: film }]) await writeFile(path(name), "0123456789");
  await bumpCatalogue(t.db);
}

const get = (url: string, headers: Record<string, string> = {}) => t.app.inject({ url, headers });
async function watch(caller: { call: Awaited<ReturnType<ReturnType<typeof staffCalls>["member"]>>["call"] }) {
  return (await caller.call(contract.videos.get, { id: video.id })).json<VideoDetail>();
}
async function streamOf(caller: Parameters<typeof watch>[0]) {
  const { stream } = await watch(caller);
  if (!stream) throw new Error("no stream");
  return stream;
}
/** The addresses of playlists in a playlist, and of files in theirs. */
async function addressesIn(url: string) {
  const beside = (name = "") => new URL(name, `http://localhost${url}`).pathname;
  const found = [...(await get(url)).body.matchAll(/^([^#\n]+)$|URI="([^"]+)"/gm)].map(([, line, uri]) =>
    beside(line ?? uri),
  );
  const files = await Promise.all(
    found.map(async (address) => beside(/^[^#\n]+$/m.exec((await get(address)).body)?.[0])),
  );
  return { playlists: [...new Set(found)], files: [...new Set(files)] };
}

beforeEach(() => createFilm());

describe("a prepared film", () => {
  test("plays from playlists with signed addresses, whose files are sent in ranges", async () => {
    const stream = await streamOf(await staffCalls(t).member());
    expect(stream.pictures).toMatchObject({ every: 2, columns: 10, width: 160, height: 90 });
    const answer = await get(stream.url, { "accept-encoding": "gzip" });
    expect(answer.headers).toMatchObject({
      "content-type": "application/vnd.apple.mpegurl",
      "cache-control": "no-store",
      // For nginx, which stores it for all.
      "x-accel-expires": "60",
    });
    const { body } = await get(stream.url);
    const sizes = [...body.matchAll(/RESOLUTION=\d+x(\d+)/g)].map(([, height]) => Number(height));
    expect(sizes).toEqual([480, 240, 720]);
    expect(body).toContain('CODECS="avc1.64001e,mp4a.40.2",RESOLUTION=1280x720,FRAME-RATE=30.000,AUDIO="sound"');
    expect(body).toContain("BANDWIDTH=1540000,AVERAGE-BANDWIDTH=816000");
    const { playlists, files } = await addressesIn(stream.url);
    expect([playlists.length, files.length]).toEqual([4, 4]);
    for (const address of [...files, stream.pictures?.url ?? ""]) {
      const part = await get(address, { range: "bytes=3-6" });
      expect([part.statusCode, part.body]).toEqual([206, "3456"]);
    }
  });

  test("is narrowed to one quality on request", async () => {
    const { url } = await streamOf(await staffCalls(t).member());
    const shown = async (quality: string) =>
      [
        ...(await get(url.replace("main", quality))).body.matchAll(
          /STREAM-INF.*CODECS="([^"]+)"(?:,RESOLUTION=\d+x(\d+))?/g,
        ),
      ].map(([, codecs, height]) => height ?? codecs);
    expect(await shown("720")).toEqual(["720"]);
    expect(await shown("audio")).toEqual(["mp4a.40.2"]);
    expect(await shown("2160")).toEqual(["480", "240", "720", "mp4a.40.2"]);
  });

  test("is marked with the member's number where the site says so", async () => {
    const member = await staffCalls(t).member();
    expect(await watch(member)).not.toHaveProperty("mark");
    Object.assign(t.deps.site, { marksFilms: true });
    expect((await watch(member)).mark).toBe(member.user.id);
    // YouTube lets nobody cover its player.
    video = await createVideo(t.db, t.clock, {});
    expect(await watch(member)).not.toHaveProperty("mark");
    Object.assign(t.deps.site, { marksFilms: false });
  });

  test("names the qualities of an upright picture by its shorter side", async () => {
    await createFilm({}, [240, 480], true);
    const { url } = await streamOf(await staffCalls(t).member());
    const { body } = await get(url.replace("main", "480"));
    expect([...body.matchAll(/RESOLUTION=(\d+x\d+)/g)].map(([, size]) => size)).toEqual(["480x853"]);
  });

  test("is served to no foreign, rewritten, shared or expired address", async () => {
    const member = await staffCalls(t).member();
    const stream = await streamOf(member);
    const { playlists, files } = await addressesIn(stream.url);
    const all = [stream.url, ...playlists, ...files, stream.pictures?.url ?? ""];
    const statuses = async () => new Set(await Promise.all(all.map(async (url) => (await get(url)).statusCode)));
    const session = /\.([\da-f-]{36})\./;
    const [, other = ""] = session.exec((await streamOf(await staffCalls(t).member())).url) ?? [];
    const first = { film, files: files.map((url) => url.split("/").at(-1)) };
    await createFilm();
    const forged = all.flatMap((url) => [
      url.replace(session, `.${other}.`),
      url.replace(/films\/\d+/, (exp) => `${exp}0`),
      url.replace(/\.[\w-]{4}(?=[\w-]*\/)/, ".AAAA"),
      url.replace(/films\/[^/]+/, "films"),
      url.replace(/films\/[^/]+\/[^/]+/, "videos"),
      url.replace(first.film, film),
      // nginx asks with the folder alone.
      url.replace(first.film, film).replace(/[^/]+$/, ""),
    ]);
    for (const url of forged) expect([403, 404, 400]).toContain((await get(url)).statusCode);
    // The signature of a film opens no file of another.
    const { url: ofOther } = await streamOf(member);
    for (const name of first.files) {
      for (const each of [name, `${name}.m3u8`]) {
        expect((await get(ofOther.replace("main.m3u8", String(each)))).statusCode).toBe(404);
      }
    }
    expect(await statuses()).toEqual(new Set([200]));
    t.clock.advance({ minutes: 11 });
    expect(await statuses()).toEqual(new Set([403]));
  });

  test.each([
    ["a logout", "update sessions set revoked_at = created_at where user_id = $1"],
    [
      "the end of access",
      "update users set subscription_status = 'inactive', subscription_end_date = null where id = $1",
    ],
    ["a closed account", "update users set closed_at = created_at where id = $1"],
  ])("ends with %s", async (_, sql) => {
    const member = await staffCalls(t).member();
    const stream = await streamOf(member);
    const { playlists, files } = await addressesIn(stream.url);
    // nginx asks so who may have what it stores.
    const mayPlay = async () =>
      (await t.app.inject({ method: "HEAD", url: stream.url.replace("main.m3u8", "") })).statusCode;
    expect(await mayPlay()).toBe(204);
    await t.db.query({ text: sql, values: [member.user.id] });
    expect(await mayPlay()).toBe(403);
    for (const url of [stream.url, ...playlists, ...files]) expect((await get(url)).statusCode).toBe(403);
  });

  test("is open to everybody as long as its video is", async () => {
    const me = await staffCalls(t).staff();
    await me.call(contract.adminVideos.setOpening, { id: video.id }, { is_open: true });
    const lesson = await get(contract.openLessons.get.url.replace(":id", String(video.id)));
    const { stream } = lesson.json<VideoDetail>();
    const { playlists, files } = await addressesIn(stream?.url ?? "");
    expect(files.length).toBe(4);
    const all = [stream?.url ?? "", ...playlists, ...files];
    for (const url of all) expect((await get(url)).statusCode).toBe(200);
    await me.call(contract.adminVideos.setOpening, { id: video.id }, { is_open: false });
    for (const url of all) expect((await get(url)).statusCode).toBe(403);
  });

  test("is offered while it is prepared, once a quality is good", async () => {
    const member = await staffCalls(t).member();
    await createFilm({ state: "waiting" }, [240, 360]);
    expect(await watch(member)).toMatchObject({ stream: null, source_url: expect.any(String) });
    await createFilm({ state: "waiting" }, [240, 480]);
    expect((await watch(member)).stream).not.toBe(null);
  });

  test("without its original has no address of it, and can still be edited and checked", async () => {
    await createFilm({ has_original: false, original_bytes: 0 });
    const me = await staffCalls(t).staff();
    expect(await watch(await staffCalls(t).member())).toMatchObject({ source_url: null, stream: expect.anything() });
    const old = new Date(t.clock.now() - 31 * 86_400_000);
    for (const name of [film, fileOf("240")]) await utimes(path(name), old, old);
    await deleteExpiredFiles(t.db, t.deps.storage, t.clock.now());
    expect([await isThere(film), await isThere(fileOf("240"))]).toEqual([false, true]);
    const { revision } = (await me.call(contract.adminVideos.get, { id: video.id })).json<AdminVideo>();
    const body = { title: "新しいタイトル", video_id: film, revision };
    expect((await me.call(contract.adminVideos.update, { id: video.id }, body)).statusCode).toBe(200);
  });
});

describe("the preparation of a film", () => {
  test("is requested, cancelled and requested again by staff, and its files go with a cancellation", async () => {
    await createFilm({ state: "waiting", percent: 40, seconds_left: 90 });
    const me = await staffCalls(t).staff();
    const calls = contract.adminFilms;
    const read = async () => (await me.call(calls.get, { id: video.id })).json<Film>();
    expect(await read()).toMatchObject({
      state: "waiting",
      percent: 40,
      qualities: [240, 480, 720],
      original_bytes: 100,
      prepared_bytes: 50,
    });
    await t.db.query({
      text: "update film_preparations set alive_at = $1",
      values: [new Date(t.clock.now()).toISOString()],
    });
    expect(await read()).toMatchObject({ state: "preparing", seconds_left: 90 });
    expect((await me.call(calls.cancel, { id: video.id })).json()).toMatchObject({
      state: "cancelled",
      prepared_bytes: 0,
    });
    expect(await isThere(fileOf("720"))).toBe(false);
    expect(await watch(await staffCalls(t).member())).toMatchObject({ stream: null, source_url: expect.any(String) });
    expect((await me.call(calls.prepare, { id: video.id })).json()).toMatchObject({ state: "waiting" });
    const hosted = await createVideo(t.db, t.clock);
    expect((await me.call(calls.get, { id: hosted.id })).statusCode).toBe(404);
  });

  test("waits for no lock of a clock that was set back", async () => {
    await t.db.query({ text: "delete from job_runs" });
    await insertRow(t.db, "job_runs", { job: PREPARES_FILMS, started_at: t.clock.daysAgo(-1) });
    const take = (held: string | null) => takeLock(t.db, [t.clock.daysAgo(0), held]);
    const [taken] = await take(null);
    expect(await take(null)).toHaveLength(0);
    expect(await take(taken?.started_at ?? "")).toHaveLength(1);
  });

  test("of all older films is requested by one press", async () => {
    const me = await staffCalls(t).staff();
    await createVideo(t.db, t.clock, { host: "file", video_id: "older.webm" });
    const sum = async () => (await me.call(contract.adminFilms.sum)).json<FilmSum>();
    const before = await sum();
    expect(before.unprepared).toBe(1);
    await me.call(contract.adminFilms.prepareAll);
    expect(await sum()).toMatchObject({ unprepared: 0, waiting: before.waiting + 1 });
  });

  test("has its delivery of thirty days and its costs estimated, by the best quality and the operator's prices", async () => {
    const me = await staffCalls(t).staff();
    const sum = async () => (await me.call(contract.adminFilms.sum)).json<FilmSum>();
    expect(await sum()).toMatchObject({ delivered_bytes: 0, storage_cost: null, delivery_cost: null });
    const watchedBefore = (days: number) => ({
      ...{ day: addDays(japanDay(t.clock.now()), -days), video_id: video.id, watched: [] },
      seconds: 50_000,
    });
    await insertRows(t.db, "daily_video_figures", [0, 29, 30].map(watchedBefore));
    await t.db.query({ text: "update film_preparations set original_bytes = 2e9 where film = $1", values: [film] });
    const before = t.deps.site.form;
    Object.assign(t.deps.site, { form: { ...before, film_storage_price: "3.5", film_delivery_price: "10" } });
    // 720,000 bits of the picture and 96,000 of the sound.
    expect(await sum()).toMatchObject({ delivered_bytes: 10_200_000_000, storage_cost: 7, delivery_cost: 102 });
    Object.assign(t.deps.site, { form: before });
  });

  test("is repeated when a file of it is gone, such as after a backup without it", async () => {
    const name = fileOf("480");
    await rm(path(name));
    await deleteExpiredFiles(t.db, t.deps.storage, t.clock.now());
    expect(await selectRows(t.db, "film_files", { name })).toEqual([]);
    expect(await selectRows(t.db, "film_preparations", { film })).toMatchObject([{ state: "waiting" }]);
  });

  test("goes with its video", async () => {
    const me = await staffCalls(t).staff();
    await me.call(contract.adminVideos.remove, { id: video.id });
    t.clock.advance({ days: 30, minutes: 1 });
    await deleteExpiredFiles(t.db, t.deps.storage, t.clock.now());
    expect(await selectRows(t.db, "film_preparations", { film })).toEqual([]);
    expect([await isThere(film), await isThere(fileOf("720"))]).toEqual([false, false]);
  });
});
