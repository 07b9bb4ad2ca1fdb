import { contract } from "@manabiya/contract";
import type { VideoDetail } from "@manabiya/contract/catalogue/videos.ts";
import { everyCall } from "@manabiya/contract/every-call.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createApp } from "../../app.ts";
import { bumpCatalogue } from "../../catalogue/cache/version.ts";
import { insertRow } from "../../db/insert-rows.ts";
import { openLiveSite } from "../../site/live-site.ts";
import { startBuckets } from "../../../test/testing/bucket.ts";
import { createUser, createVideo } from "../../../test/testing/factories.ts";
import { SITE, useTestApp } from "../../../test/testing/test-app.ts";
import { openS3Storage } from "./s3-storage.ts";

const BUCKET = "films";
const ORIGIN = "https://cdn.example.jp";
const FILM = Buffer.from("0123456789");
let buckets: Awaited<ReturnType<typeof startBuckets>>;
let endpoint: string;
let app: Awaited<ReturnType<typeof createApp>>;
let film: { id: number };
let open: { id: number };

const t = useTestApp({
  openStorage: async () => {
    buckets = await startBuckets([BUCKET]);
    const settings = buckets.settings(BUCKET);
    endpoint = settings.endpoint ?? "";
    return openS3Storage(settings);
  },
});

beforeAll(async () => {
  app = await createApp({ ...t.deps, site: await openLiveSite(t.db, { ...SITE, mediaUrl: ORIGIN }, t.clock.now) });
  for (const name of ["film.webm", "open.webm"]) await t.deps.storage.write("videos", name, FILM);
  film = await createVideo(t.db, t.clock, { host: "file", video_id: "film.webm" });
  const opened_at = t.clock.daysAgo(1);
  open = await createVideo(t.db, t.clock, { host: "file", video_id: "open.webm", opened_at });
});

afterAll(async () => {
  await app.close();
  await buckets.close();
});

const read = async (url: string, id: number, headers = {}) => {
  const answer = await app.inject({ url: url.replace(":id", String(id)), headers });
  return answer.json<{ source_url?: string }>().source_url ?? "";
};
/** The same address at the bucket, as a CDN asks for it. */
const atBucket = (address: string) => address.replace(ORIGIN, endpoint);

test("a player gets an address at MEDIA_URL that reads the film from the bucket, in ranges", async () => {
  const address = await read(contract.videos.get.url, film.id, await t.as((await createUser(t.db, t.clock)).id));
  expect(address).toMatch(/^https:\/\/cdn\.example\.jp\/films\/videos\/film\.webm\?X-Amz-/);
  const part = await fetch(atBucket(address), { headers: { range: "bytes=3-5" } });
  expect([part.status, await part.text(), part.headers.get("content-type")]).toEqual([206, "345", "video/webm"]);
  // s3rver checks no signature; `npm run prove -- bucket` alters addresses on a real implementation.
  expect(new URL(address).searchParams.get("X-Amz-Signature")).toMatch(/^[\da-f]{64}$/);
});

test("an address at MEDIA_URL is the same for all during an hour, so that a CDN keeps the film, and ends within four", async () => {
  const addresses = [];
  for (let member = 0; member < 2; member++) {
    addresses.push(await read(contract.videos.get.url, film.id, await t.as((await createUser(t.db, t.clock)).id)));
  }
  expect(new Set(addresses).size).toBe(1);
  const { searchParams } = new URL(addresses[0] ?? "");
  expect(searchParams.get("X-Amz-Date")).toMatch(/^\d{8}T\d\d0000Z$/);
  expect(searchParams.get("X-Amz-Expires")).toBe(String(4 * 60 * 60));
});

test("a playlist of a prepared film is the server's, is stored by no proxy, and names an address at MEDIA_URL", async () => {
  const at = t.clock.daysAgo(0);
  const instants = { requested_at: at, not_before: at, used_at: at };
  await insertRow(t.db, "film_preparations", { film: "film.webm", state: "ready", ...instants });
  const details = JSON.stringify({ kind: "audio", channels: 1, bandwidth: 1, average: 1 });
  const file = { name: "sound.mp4", film: "film.webm", rung: "audio", bytes: 1, details, playlist: "{file}\n" };
  await insertRow(t.db, "film_files", file);
  await bumpCatalogue(t.db);
  const headers = await t.as((await createUser(t.db, t.clock)).id);
  const detail = await app.inject({ url: contract.videos.get.url.replace(":id", String(film.id)), headers });
  const main = detail.json<VideoDetail>().stream?.url ?? "";
  expect((await app.inject(main)).body).toContain('URI="sound.mp4.m3u8"');
  const playlist = await app.inject(main.replace("main", "sound.mp4"));
  expect(playlist.headers["x-accel-expires"]).toBe("0");
  expect(playlist.body).toMatch(/^https:\/\/cdn\.example\.jp\/films\/videos\/sound\.mp4\?X-Amz-/);
  expect((await app.inject(main.replace("main.m3u8", "open.webm"))).statusCode).toBe(404);
});

test("visitors get an address at MEDIA_URL for an open lesson, and staff for any film", async () => {
  expect(await read(contract.openLessons.get.url, open.id)).toContain(`${ORIGIN}/films/videos/open.webm?`);
  const headers = await t.as((await createUser(t.db, t.clock, { is_staff: true })).id);
  expect(await read(contract.adminVideos.source.url, film.id, headers)).toContain(`${ORIGIN}/films/videos/film.webm?`);
});

test("no answer to a user without access holds an address at MEDIA_URL, but of open lessons", async () => {
  const users = [{ subscription_status: "inactive" }, { subscription_status: "canceled" }, null] as const;
  for (const user of users) {
    const headers = user ? await t.as((await createUser(t.db, t.clock, user)).id) : {};
    for (const { route } of everyCall) {
      const url = route.url.replaceAll(/:\w+/g, String(film.id));
      const { body } = await app.inject({ method: route.method, url, headers });
      expect(body, `${route.method} ${url}`).not.toContain("X-Amz-");
    }
  }
});

test("pages may play and read films of MEDIA_URL with their pictures, and run nothing from there", async () => {
  const { headers } = await app.inject("/health/live");
  const policy = String(headers["content-security-policy"]).split(";");
  expect(policy.filter((line) => line.includes(ORIGIN))).toEqual([
    `img-src 'self' data: https://i.ytimg.com ${ORIGIN}`,
    `media-src 'self' blob: ${ORIGIN}`,
    `connect-src 'self' ${ORIGIN}`,
  ]);
});

test("an address of the server itself is valid beside MEDIA_URL, for pages that were open before", async () => {
  const headers = await t.as((await createUser(t.db, t.clock)).id);
  const earlier = await t.app.inject({ url: contract.videos.get.url.replace(":id", String(film.id)), headers });
  const address = earlier.json<{ source_url: string }>().source_url;
  expect(address).toMatch(/^\/media\/films\//);
  expect((await app.inject(address)).rawPayload.equals(FILM)).toBe(true);
});
