import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { contract } from "@manabiya/contract";
import type { OpenLesson } from "@manabiya/contract/catalogue/open-lessons.ts";
import { canWatchVideo } from "@manabiya/contract/rules/can-watch.ts";
import type { AdminVideo } from "@manabiya/contract/staff/videos.ts";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { createChapter, createTag, createUser, createVideo } from "../../../test/testing/factories.ts";
import { selectRows } from "../../../test/testing/select-rows.ts";
import { SITE } from "../../../test/testing/site.ts";
import { staffCalls } from "../../../test/testing/staff-calls.ts";
import { useTestApp } from "../../../test/testing/test-app.ts";
import { createApp } from "../../app.ts";
import { type Database, openDatabase } from "../../db/open.ts";
import { EVERYBODY } from "../../files/storage/address.ts";
import { bumpCatalogue } from "../cache/version.ts";

const t = useTestApp({ pictures: () => pictures });
/** Stands for the build, whose own renderer web/src/published-pages.test.ts tests. */
const RENDERER = `export const STYLESHEET = "/";
  export const renderLanding = (_variant, _content, { showcase }) => JSON.stringify(showcase.lessons);`;
let me: Awaited<ReturnType<ReturnType<typeof staffCalls>["staff"]>>;
let webRoot: string;
let pictures = "";

beforeAll(async () => {
  webRoot = await mkdtemp(join(tmpdir(), "manabiya-open-lessons-"));
  await mkdir(join(webRoot, ".render"));
  await writeFile(join(webRoot, ".render/published-pages.js"), RENDERER);
  await writeFile(
    join(webRoot, "index.html"),
    `<head><meta name="description" content="usual" /><meta property="og:title" content="of the site" /><title>__SITE_NAME__</title></head><body></body>`,
  );
  await writeFile(join(t.dataDir, "media/videos/open.webm"), "0123456789");
  await writeFile(join(t.dataDir, "media/videos/paid.webm"), "paid");
});
beforeEach(async () => {
  me = await staffCalls(t).staff();
});
afterEach(async () => {
  await t.db.query({ text: "delete from videos" });
  await bumpCatalogue(t.db);
  t.clock.advance({ minutes: 1 });
});
afterAll(() => rm(webRoot, { recursive: true }));

const setOpening = async (id: number, is_open: boolean) =>
  (await me.call(contract.adminVideos.setOpening, { id }, { is_open })).json<AdminVideo>();
const ask = (id: number | string) => t.app.inject(contract.openLessons.get.url.replace(":id", String(id)));
const listed = async () =>
  (await t.app.inject(contract.openLessons.list.url)).json<{ id: number }[]>().map(({ id }) => id);
const openVideo = (given: Parameters<typeof createVideo>[2] = {}) =>
  createVideo(t.db, t.clock, { opened_at: t.clock.daysAgo(1), ...given });

/** The whole application with pages, as another process has it. */
async function openPages({ maxAge = 0, db }: { maxAge?: number; db?: Database } = {}) {
  const pool = openDatabase(t.connection, () => {});
  const app = await createApp({ ...t.deps, db: db ?? pool, webRoot, catalogueMaxAge: maxAge });
  onTestFinished(async () => {
    await app.close();
    await pool.close();
  });
  return async (url: string) => (await app.inject(url)).body.replaceAll("<wbr>", "");
}

test("staff open a video to visitors and close it again, each with an entry in the log", async () => {
  const tag = await createTag(t.db, "秘密のタグ");
  const video = await createVideo(t.db, t.clock, { title: "見出しの型", description: "三つの型", tag_ids: [tag.id] });
  await createChapter(t.db, { video_id: video.id, title: "一つ目", time_seconds: 65 });
  const related = await createVideo(t.db, t.clock, { title: "隠れた動画", tag_ids: [tag.id] });
  expect((await ask(video.id)).statusCode).toBe(404);

  expect(await setOpening(video.id, true)).toMatchObject({ opened_at: new Date(t.clock.now()).toISOString() });
  const answer = await ask(video.id);
  expect(answer.json<OpenLesson>()).toMatchObject({
    title: "見出しの型",
    description: "三つの型",
    video_id: video.video_id,
    chapters: [{ title: "一つ目", time_formatted: "01:05" }],
  });
  for (const hidden of ["秘密のタグ", "隠れた動画"]) expect(answer.body).not.toContain(hidden);
  expect(await listed()).toEqual([video.id]);
  expect((await ask(related.id)).statusCode).toBe(404);
  expect((await ask(video.video_id)).statusCode).toBe(404);

  // A repeated request keeps the time and writes no second entry.
  t.clock.advance({ minutes: 1 });
  const again = await setOpening(video.id, true);
  expect(Date.parse(again.opened_at ?? "")).toBeLessThan(t.clock.now());
  await setOpening(video.id, false);
  const [closed, unknown] = [await ask(video.id), await ask(999_999)];
  const shown = ({ statusCode, headers, body }: typeof closed) => ({
    statusCode,
    body,
    headers: { ...headers, date: "" },
  });
  expect(shown(closed)).toEqual(shown(unknown));
  const entries = (await selectRows(t.db, "audit_log")).filter(({ subject_id }) => subject_id === video.id);
  expect(entries.map(({ action, user_id }) => [action, user_id])).toEqual([
    ["video.open", me.user.id],
    ["video.close", me.user.id],
  ]);
});

test.each([
  ["a draft", { published_at: null }],
  ["a scheduled video", { published_at: "2099-01-01T00:00:00.000Z" }],
  ["a deleted video", { deleted_at: "2026-11-20T03:00:00.000Z" }],
])("%s is not shown, although it is marked as open", async (_name, given) => {
  const video = await openVideo({ ...given, title: "まだ見せない" });
  const page = await openPages();
  expect((await ask(video.id)).statusCode).toBe(404);
  expect(await listed()).toEqual([]);
  for (const path of ["/landing", `/open/${video.id}`, "/sitemap.xml"]) {
    expect(await page(path)).not.toMatch(/まだ見せない|\/open\//);
  }
});

test("the file of an open lesson plays for everybody, from its signed URL, until the lesson is closed", async () => {
  const video = await openVideo({ host: "file", video_id: "open.webm" });
  await createVideo(t.db, t.clock, { host: "file", video_id: "paid.webm" });
  const { source_url } = (await ask(video.id)).json<OpenLesson>();
  const url = source_url ?? expect.fail();
  const play = (address: string) => t.app.inject({ url: address, headers: { range: "bytes=3-5" } });
  expect([(await play(url)).statusCode, (await play(url)).body]).toEqual([206, "345"]);

  const headers = await t.as((await createUser(t.db, t.clock)).id);
  const detail = await t.app.inject({ url: contract.videos.get.url.replace(":id", String(video.id)), headers });
  const ofMember = detail.json<{ source_url: string }>().source_url;
  for (const forged of [
    url.replaceAll("open.webm", "paid.webm"),
    url.replace(/films\/\d/, "films/9"),
    url.replace(/\.[\w-]{4}(?=[\w-]*\/)/, ".AAAA"),
    ofMember.replace(/\.[\da-f-]{36}\./, `.${EVERYBODY}.`),
    "/media/films/none/open.webm/open.webm",
  ]) {
    expect((await play(forged)).statusCode, forged).toBe(403);
  }

  t.clock.advance({ minutes: 12 * 60 });
  expect((await play(url)).statusCode, "a visitor's player cannot prolong its URL").toBe(206);
  t.clock.advance({ minutes: 11 });
  expect((await play(url)).statusCode).toBe(403);
  const renewed = (await ask(video.id)).json<OpenLesson>().source_url ?? "";
  expect((await play(renewed)).statusCode).toBe(206);
  me = await staffCalls(t).staff();
  await setOpening(video.id, false);
  expect((await play(renewed)).statusCode).toBe(403);
});

test("visits of an open lesson count no view, and are limited for each network", async () => {
  const video = await openVideo({ view_count: 7 });
  const answers = await Promise.all(Array.from({ length: 125 }, () => ask(video.id)));
  const statuses = Map.groupBy(answers, ({ statusCode }) => statusCode);
  expect([statuses.get(200)?.length, statuses.get(429)?.length]).toEqual([120, 5]);
  expect((await selectRows(t.db, "videos"))[0]?.view_count).toBe(7);
  expect(await selectRows(t.db, "daily_views")).toEqual([]);
});

test("a member without access may watch an open video, and no other", async () => {
  const now = t.clock.now();
  const user = {
    ...{ subscription_status: "inactive" as const, subscription_end_date: null, cancel_at_period_end: false },
    ...{ created_at: t.clock.daysAgo(30), is_staff: false, is_superuser: false },
  };
  const [open, closed] = [{ opened_at: t.clock.daysAgo(1) }, { opened_at: null }];
  expect([canWatchVideo(user, open, now), canWatchVideo(null, open, now)]).toEqual([true, true]);
  expect([canWatchVideo(user, closed, now), canWatchVideo(null, closed, now)]).toEqual([false, false]);
  expect(canWatchVideo({ ...user, is_staff: true }, closed, now)).toBe(true);
});

test("opening a video of YouTube stores its picture, so that pages for visitors need no other service", async () => {
  const picture = await sharp({ create: { width: 320, height: 180, channels: 3, background: "#1f4478" } })
    .jpeg()
    .toBuffer();
  const server = createServer((_request, response) => response.end(picture)).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  pictures = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const video = await createVideo(t.db, t.clock, { video_id: "abcdefghijk" });
  const { thumbnail } = await setOpening(video.id, true);
  expect((await t.app.inject(thumbnail ?? "")).headers["content-type"]).toBe("image/webp");
  const document = await (await openPages())(`/open/${video.id}`);
  expect(document).toContain(`<meta property="og:image" content="${SITE.publicUrl}${thumbnail}" />`);
});

const HOSTILE = `</script><script>alert(1)</script>"><img src=x onerror=alert(1)>（税込） __SITE_NAME__ __SITE_TERMS_URL__ $& [[title]] 'x'`;

test("the pages of an open lesson describe it to search engines, and no text of it becomes markup", async () => {
  Object.assign(t.deps.site, { isTaxExempt: true });
  onTestFinished(() => void Object.assign(t.deps.site, { isTaxExempt: false }));
  const plain = await (await openPages())("/open/1");
  const video = await openVideo({ title: HOSTILE, description: `${HOSTILE}\n`.repeat(9), duration: 263 });
  await createChapter(t.db, { video_id: video.id, title: HOSTILE, time_seconds: 0 });
  await createChapter(t.db, { video_id: video.id, title: "二つ目", time_seconds: 100 });
  await bumpCatalogue(t.db);
  const page = await openPages();
  const html = await page(`/open/${video.id}`);
  expect(await page(`/video/${video.id}`)).toBe(html);
  expect(await page(`/open/${video.id}/x`)).toBe(plain);
  expect(html.match(/<script/g)).toEqual(["<script"]);
  expect(html).not.toContain("<img");
  expect(html.match(/og:title/g)).toHaveLength(1);
  expect(html.match(/&#95;&#95;SITE_(NAME|TERMS_URL)&#95;&#95;/g)?.length).toBeGreaterThanOrEqual(6);
  expect(html).toContain(`<link rel="canonical" href="${SITE.publicUrl}/open/${video.id}" />`);
  expect(html).toMatch(/<title>&lt;\/script&gt;[^<]+&gt;（&#31246;込）[^<]+\$&amp; \[\[title\]\] &#39;x&#39;｜/);
  expect(html.match(/<meta name="description" content="([^"]+)"/)?.[1]).toMatch(/^&lt;\/script&gt;.+…$/);
  const [, json = ""] = /<script type="application\/ld\+json">(.*)<\/script>/.exec(html) ?? [];
  expect(JSON.parse(json)).toMatchObject({
    "@type": "VideoObject",
    name: HOSTILE,
    thumbnailUrl: [`${SITE.publicUrl}/og.png`],
    uploadDate: video.published_at,
    duration: "PT263S",
    embedUrl: `https://www.youtube-nocookie.com/embed/${video.video_id}`,
    hasPart: [
      { "@type": "Clip", name: HOSTILE, startOffset: 0, endOffset: 100 },
      { startOffset: 100, endOffset: 263, url: `${SITE.publicUrl}/open/${video.id}?t=100` },
    ],
  });

  const landing = await page("/landing");
  expect(landing).toContain(`"length":"4:23","picture":"/og.png","id":${video.id}}`);
  expect(landing).toContain("&#95;_SITE_TERMS_URL__");
  expect(await page("/sitemap.xml")).toContain(`<loc>${SITE.publicUrl}/open/${video.id}</loc>`);
  expect(await page("/robots.txt")).toContain("Allow: /media/thumbnails/");
});

test("other processes show and hide a lesson within a second, and a closed one is like an unknown one", async () => {
  const video = await createVideo(t.db, t.clock, { title: "次の授業" });
  const page = await openPages({ maxAge: 1_000 });
  const [before, unknown] = [await page("/landing"), await page("/open/999999")];
  expect(before).toBe("[]");
  await setOpening(video.id, true);
  const soon = { timeout: 1_500, interval: 50 };
  await expect.poll(() => page("/landing"), soon).toContain("次の授業");
  expect(await page(`/open/${video.id}`)).toContain("次の授業");
  await setOpening(video.id, false);
  await expect.poll(() => page("/landing"), soon).toBe(before);
  expect(await page(`/open/${video.id}`)).toBe(unknown);
});

test("landing pages show the last known lessons while the database does not answer", async () => {
  await openVideo({ title: "最後に見えた授業" });
  let isAway = false;
  const db: Database = { ...t.db, query: (query) => (isAway ? new Promise(() => {}) : t.db.query(query)) };
  const page = await openPages({ db });
  expect(await page("/landing")).toContain("最後に見えた授業");
  isAway = true;
  const start = performance.now();
  expect(await page("/landing")).toContain("最後に見えた授業");
  expect(performance.now() - start).toBeLessThan(1_500);
});
