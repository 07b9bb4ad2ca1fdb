import { contract } from "@manabiya/contract";
import type { S3Settings } from "../../config/config.ts";
import type { AdminVideo } from "@manabiya/contract/staff/videos.ts";
import type { VideoFile } from "@manabiya/contract/staff/video-files.ts";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startBuckets } from "../../../test/testing/bucket.ts";
import { WEBM_BEGINNING } from "../../../test/testing/films.ts";
import { fileOf, formPayload } from "../../../test/testing/form.ts";
import { staffCalls } from "../../../test/testing/staff-calls.ts";
import { useTestApp } from "../../../test/testing/test-app.ts";
import { openS3Storage } from "./s3-storage.ts";
import type { MediaStorage } from "./storage.ts";
import { deleteExpiredFiles } from "../../catalogue/media/delete-expired-files.ts";

const BUCKET = "manabiya-media";
let buckets: Awaited<ReturnType<typeof startBuckets>>;
let settings: S3Settings;
let storage: MediaStorage;

const t = useTestApp({
  openStorage: async () => {
    buckets = await startBuckets([BUCKET]);
    settings = buckets.settings(BUCKET);
    storage = await openS3Storage(settings);
    return storage;
  },
});
const calls = contract.videoFiles;
let me: Awaited<ReturnType<ReturnType<typeof staffCalls>["staff"]>>;

beforeAll(async () => {
  me = await staffCalls(t).staff();
});

afterAll(() => buckets.close());

const append = (id: string, offset: number, payload: Buffer) =>
  t.app.inject({
    method: "PUT",
    url: `${calls.append.url.replace(":id", id)}?offset=${offset}`,
    payload,
    headers: { ...me.headers, "content-type": "application/octet-stream" },
  });
const names = async (kind: "videos" | "thumbnails") => (await storage.list(kind)).map(({ name }) => name);

/** Larger than one part of a multipart upload. */
const SIZE = 9 * 1024 * 1024 + 77;
const PART = 1024 * 1024;
const WEBM = Buffer.alloc(SIZE, "0123456789abcdefghijklmnopqrstuvwxyz!");
WEBM.set(WEBM_BEGINNING);

test("stores a video that arrives in parts as one object, and plays it whole and in ranges", async () => {
  const { id } = (await me.call(calls.start, {}, { size: SIZE })).json<VideoFile>();
  expect((await append(id, 0, WEBM.subarray(0, PART))).json()).toMatchObject({ received: PART });
  // A retry overwrites the remains of an interrupted attempt.
  await storage.incoming.append(id, Buffer.from("half of a part"), PART);
  for (let at = PART; at < SIZE; at += PART) {
    expect((await append(id, at, WEBM.subarray(at, at + PART))).statusCode).toBe(200);
  }
  expect((await me.call(calls.finish, { id })).json()).toEqual({ video_id: `${id}.webm` });
  expect(await names("videos")).toEqual([`${id}.webm`]);
  expect(await storage.incoming.list()).toEqual([]);

  const form = await formPayload({ title: "動画", video_id: `${id}.webm`, host: "file" });
  const created = await t.app.inject({
    method: "POST",
    url: contract.adminVideos.create.url,
    payload: form.payload,
    headers: { ...form.headers, ...me.headers },
  });
  const member = await staffCalls(t).member();
  const detail = await member.call(contract.videos.get, { id: created.json<AdminVideo>().id });
  const { source_url: url } = detail.json<{ source_url: string }>();
  const get = (range?: string) => t.app.inject({ url, headers: range === undefined ? {} : { range } });
  const whole = await get();
  expect([whole.statusCode, whole.headers["accept-ranges"], whole.headers["content-type"]]).toEqual([
    200,
    "bytes",
    "video/webm",
  ]);
  expect(whole.rawPayload.equals(WEBM)).toBe(true);
  // s3-ranges.test.ts covers suffix ranges, which s3rver lacks.
  for (const [range, from, to] of [
    ["bytes=900-1099", 900, 1100],
    [`bytes=${SIZE - 5}-`, SIZE - 5, SIZE],
  ] as const) {
    const part = await get(range);
    expect([part.statusCode, part.headers["content-range"]]).toEqual([206, `bytes ${from}-${to - 1}/${SIZE}`]);
    expect(part.rawPayload.equals(WEBM.subarray(from, to)), range).toBe(true);
  }
  expect((await get(`bytes=${SIZE}-`)).statusCode).toBe(416);
  const altered = url.replace(/\.[\w-]{4}(?=[\w-]*\/)/, ".AAAA");
  expect((await t.app.inject({ url: altered })).statusCode).toBe(403);
});

test("deletes the parts of a cancelled upload", async () => {
  const { id } = (await me.call(calls.start, {}, { size: 20 })).json<VideoFile>();
  await append(id, 0, Buffer.from("0123456789"));
  await append(id, 10, Buffer.from("abcdefghi"));
  expect((await storage.incoming.head(id, 12)).toString()).toBe("0123456789ab");
  expect((await me.call(calls.remove, { id })).statusCode).toBe(200);
  expect(await storage.incoming.head(id, 12)).toHaveLength(0);
});

test("serves pictures from the bucket, and deletes replaced ones 30 days later", async () => {
  const picture = (background: string) =>
    sharp({ create: { width: 640, height: 360, channels: 3, background } })
      .png()
      .toBuffer();
  const { id } = (
    await t.app.inject({
      method: "POST",
      url: contract.adminVideos.create.url,
      ...(await withHeaders(await formPayload({ title: "表紙", video_id: "dQw4w9WgXcQ" }))),
    })
  ).json<AdminVideo>();
  const send = async (content: Buffer) => {
    const form = await formPayload({ thumbnail: fileOf(new Uint8Array(content), "a.png") });
    const url = contract.adminVideos.setThumbnail.url.replace(":id", String(id));
    return (await t.app.inject({ method: "POST", url, ...(await withHeaders(form)) })).json<AdminVideo>();
  };
  const first = (await send(await picture("#ff0000"))).thumbnail ?? "";
  const second = (await send(await picture("#0000ff"))).thumbnail ?? "";
  for (const url of [first, second]) {
    const shown = await t.app.inject({ url });
    expect([shown.statusCode, shown.headers["content-type"]]).toEqual([200, "image/webp"]);
    expect(shown.headers["cache-control"]).toContain("immutable");
    expect(await sharp(shown.rawPayload).metadata()).toMatchObject({ width: 640, height: 360 });
  }
  expect(await names("thumbnails")).toHaveLength(4);
  await deleteExpiredFiles(t.db, storage, Date.now() + 31 * 86_400_000);
  expect(await names("thumbnails")).toHaveLength(2);
  expect((await t.app.inject({ url: first })).statusCode).toBe(404);
  expect((await t.app.inject({ url: second })).statusCode).toBe(200);
});

test("touch keeps the content, and ignores a missing file", async () => {
  await storage.write("videos", "touched.webm", new Uint8Array([1, 2, 3]));
  // s3rver keeps the time of a copy onto itself, so the new age is not visible here.
  await storage.touch("videos", "touched.webm");
  const source = storage.source("videos");
  const found = "read" in source ? await source.read("touched.webm", {}) : null;
  if (found === null || found === "unsatisfiable") throw new Error("it is gone");
  expect(Buffer.concat(await found.stream.toArray())).toEqual(Buffer.from([1, 2, 3]));
  expect(await storage.has("videos", "touched.webm")).toBe(true);
  await storage.remove("videos", "touched.webm");
  expect(await storage.has("videos", "touched.webm")).toBe(false);
  await storage.remove("videos", "touched.webm");
  await storage.touch("videos", "touched.webm");
  expect(await names("videos")).not.toContain("touched.webm");
});

test("stores no film of which the bucket lost or added bytes", async () => {
  const id = "0b0e7c8a-0000-4000-8000-000000000000";
  await storage.incoming.append(id, Buffer.from("0123456789"), 0);
  for (const size of [9, 11]) {
    await expect(storage.finish("videos", `${id}.webm`, id, size)).rejects.toMatchObject({
      type: "storage_unavailable",
      cause: { message: `10 of ${size} bytes were read` },
    });
    expect(await storage.has("videos", `${id}.webm`)).toBe(false);
  }
  await storage.finish("videos", `${id}.webm`, id, 10);
  expect(await storage.has("videos", `${id}.webm`)).toBe(true);
});

test("throws an OperatorError when the bucket does not exist", async () => {
  await expect(openS3Storage({ ...settings, bucket: "nobodys-bucket" })).rejects.toThrow(
    "S3_BUCKET nobodys-bucket cannot be reached",
  );
});

async function withHeaders({ payload, headers }: Awaited<ReturnType<typeof formPayload>>) {
  return { payload, headers: { ...headers, ...me.headers } };
}
