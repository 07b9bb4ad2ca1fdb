import { randomUUID } from "node:crypto";
import { link, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { contract } from "@manabiya/contract";
import type { AdminVideo } from "@manabiya/contract/staff/videos.ts";
import { VIDEO_PART_MAX_BYTES, type VideoFile } from "@manabiya/contract/staff/video-files.ts";
import { beforeAll, expect, test } from "vitest";
import { mp4Film, webmFilm } from "../../../test/testing/films.ts";
import { formPayload } from "../../../test/testing/form.ts";
import { staffCalls } from "../../../test/testing/staff-calls.ts";
import { useTestApp } from "../../../test/testing/test-app.ts";
import { LIMITS } from "../../limits/declared-limits.ts";

const t = useTestApp();
const calls = contract.videoFiles;
let me: Awaited<ReturnType<ReturnType<typeof staffCalls>["staff"]>>;

beforeAll(async () => {
  me = await staffCalls(t).staff();
});

const start = async (size: number) => (await me.call(calls.start, {}, { size })).json<VideoFile>();
const append = (id: string, offset: number, payload: Buffer) =>
  t.app.inject({
    method: "PUT",
    url: `${calls.append.url.replace(":id", id)}?offset=${offset}`,
    payload,
    headers: { ...me.headers, "content-type": "application/octet-stream" },
  });
const storedFiles = () => readdir(join(t.dataDir, "media/videos"));

const WEBM = webmFilm();
const MP4 = mp4Film();

test.each([
  ["webm", WEBM],
  ["mp4", MP4],
])("a %s upload continues after an interruption, and plays at once", async (ending, content) => {
  const { id } = await start(content.length);
  expect((await append(id, 0, content.subarray(0, 1000))).json()).toMatchObject({ received: 1000 });
  const wrong = await append(id, 2000, content.subarray(2000));
  expect(wrong.statusCode).toBe(409);
  expect(wrong.json()).toMatchObject({ type: "conflict", current: { received: 1000 } });
  expect((await me.call(calls.finish, { id })).json().error).toBe("動画ファイルのアップロードがまだ完了していません。");
  const { received } = (await me.call(calls.get, { id })).json<VideoFile>();
  const twice = await Promise.all([
    append(id, received, content.subarray(received)),
    append(id, received, content.subarray(received)),
  ]);
  expect(twice.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409]);
  const finished = await me.call(calls.finish, { id });
  expect(finished.json()).toEqual({ video_id: `${id}.${ending}` });
  // A client that missed the response retries.
  expect((await me.call(calls.finish, { id })).json()).toEqual({ video_id: `${id}.${ending}` });

  const form = await formPayload({
    title: `動画ファイル${ending}`,
    video_id: `${id}.${ending}`,
    host: "file",
    duration: "61",
  });
  const created = await t.app.inject({
    method: "POST",
    url: contract.adminVideos.create.url,
    payload: form.payload,
    headers: { ...form.headers, ...me.headers },
  });
  expect(created.json()).toMatchObject({ host: "file", duration: 61 });
  const member = await staffCalls(t).member();
  const detail = await member.call(contract.videos.get, { id: created.json<AdminVideo>().id });
  const { source_url } = detail.json<{ source_url: string }>();
  const played = await t.app.inject({ url: source_url, headers: { range: "bytes=900-1099" } });
  expect(played.statusCode).toBe(206);
  expect(played.rawPayload.equals(content.subarray(900, 1100))).toBe(true);
});

test("staff begin no endless number of uploads", async () => {
  const other = await staffCalls(t).staff();
  const begin = async () => (await other.call(calls.start, {}, { size: 1 })).statusCode;
  const [{ max }] = LIMITS.filmUpload.rungs;
  for (let count = 0; count < max; count++) expect(await begin()).toBe(201);
  expect(await begin()).toBe(429);
});

test("a retry finishes an upload whose last step was interrupted", async () => {
  const { id } = await start(WEBM.length);
  await append(id, 0, WEBM);
  const media = join(t.dataDir, "media");
  // The file was stored, but the transaction was rolled back.
  await link(join(media, "incoming", id), join(media, "videos", `${id}.webm`));
  expect((await me.call(calls.finish, { id })).json()).toEqual({ video_id: `${id}.webm` });
  expect((await readFile(join(media, "videos", `${id}.webm`))).equals(WEBM)).toBe(true);
  expect(await readdir(join(media, "incoming"))).not.toContain(id);
});

test("returns 409 while the file is being stored, and the result afterwards", async () => {
  const { id } = await start(WEBM.length);
  await append(id, 0, WEBM);
  const { promise: locked, resolve: lock } = Promise.withResolvers<void>();
  const { promise: stored, resolve: store } = Promise.withResolvers<void>();
  // The first request holds the lock while it stores the file.
  const storing = t.db.transaction(async (tx) => {
    await tx.query({ text: "select from video_uploads where id = $1 for update", values: [id] });
    lock();
    await stored;
  });
  await locked;
  const meanwhile = await me.call(calls.finish, { id });
  expect([meanwhile.statusCode, meanwhile.json().type]).toEqual([409, "busy"]);
  store();
  await storing;
  expect((await me.call(calls.finish, { id })).json()).toEqual({ video_id: `${id}.webm` });
});

test("returns 404 when a cancelled or unknown upload is finished", async () => {
  const { id } = await start(WEBM.length);
  await append(id, 0, WEBM);
  await me.call(calls.remove, { id });
  for (const each of [id, randomUUID()]) {
    expect((await me.call(calls.finish, { id: each })).statusCode).toBe(404);
  }
});

test("refuses content that is no video, and does not store it", async () => {
  const before = await storedFiles();
  for (const content of [
    Buffer.from("<html>これは動画ではありません</html>"),
    Buffer.concat([Buffer.from([0x1a, 0x45, 0xdf, 0xa3]), Buffer.from("matroska")]),
    Buffer.from("x"),
  ]) {
    const { id } = await start(content.length);
    await append(id, 0, content);
    const refused = await me.call(calls.finish, { id });
    expect(refused.statusCode).toBe(400);
    expect(refused.json().error).toBe("MP4またはWebMの動画ファイルを選択してください。");
    expect((await me.call(calls.remove, { id })).statusCode).toBe(200);
  }
  expect(await storedFiles()).toEqual(before);
  expect(await readdir(join(t.dataDir, "media/incoming"))).toEqual([]);
});

test("refuses more bytes than announced, an empty part, and a part above the limit", async () => {
  const { id } = await start(10);
  expect((await append(id, 0, Buffer.alloc(11))).json().error).toBe("動画のデータが多すぎます。");
  expect((await append(id, 0, Buffer.alloc(0))).statusCode).toBe(400);
  expect((await append(id, 0, Buffer.alloc(VIDEO_PART_MAX_BYTES + 1))).statusCode).toBe(413);
  expect((await me.call(calls.get, { id })).json()).toMatchObject({ received: 0 });
  for (const size of [0, -1, 1.5, "10", 4 * 1024 ** 3 + 1]) {
    expect((await me.call(calls.start, {}, { size })).statusCode, String(size)).toBe(400);
  }
});

test.each([
  ["without its index", mp4Film({ hasIndex: false }), "索引（moov）がない"],
  ["that was cut", mp4Film().subarray(0, -1), "途中で切れています"],
  ["of sound alone", webmFilm(["A_OPUS"]), "映像がありません"],
  ["of an editing program", mp4Film({ tracks: [["vide", "apcn"]] }), "映像の形式（apcn）"],
])("refuses a film %s with its reason, and stores nothing", async (_name, content, reason) => {
  const before = await storedFiles();
  const { id } = await start(content.length);
  await append(id, 0, content);
  for (let time = 0; time < 2; time++) {
    const refused = await me.call(calls.finish, { id });
    expect([refused.statusCode, refused.json().error]).toEqual([400, expect.stringContaining(reason)]);
  }
  expect(await storedFiles()).toEqual(before);
});

test("warns of a film that some devices cannot play", async () => {
  const content = mp4Film({ brand: "qt  ", tracks: [["vide", "hvc1"]] });
  const { id } = await start(content.length);
  await append(id, 0, content);
  const finished = (await me.call(calls.finish, { id })).json<{ video_id: string; warning: string }>();
  expect(finished).toEqual({ video_id: `${id}.mp4`, warning: expect.stringContaining("HEVC") });
});
