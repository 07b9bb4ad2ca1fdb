import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { contract } from "@manabiya/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createUser, createVideo } from "../../../test/testing/factories.ts";
import { useTestApp } from "../../../test/testing/test-app.ts";
import { openS3Storage } from "./s3-storage.ts";
import type { MediaStorage } from "./storage.ts";
import { deleteExpiredFiles } from "../../catalogue/media/delete-expired-files.ts";

// Behaviour of Amazon's GetObject, CopyObject and ListObjectsV2 that s3rver lacks: suffix ranges, and a new LastModified
// after a copy onto itself.

const CONTENT = Buffer.from("0123456789");
const ETAG = '"781e5e"';
const objects = new Map<string, { content: Buffer; type: string; changed: Date }>();
/** Method and key of each request. */
const requests: string[] = [];
const server = createServer(answer);
let storage: MediaStorage;

const t = useTestApp({
  openStorage: async () => {
    await once(server.listen(0, "127.0.0.1"), "listening");
    storage = await openS3Storage({
      bucket: "bucket",
      region: "us-east-1",
      endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      accessKeyId: "somebody",
      secretAccessKey: "something",
    });
    return storage;
  },
});

afterAll(() => void server.close());

function answer(request: IncomingMessage, response: ServerResponse): void {
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://bucket");
  const key = decodeURIComponent(pathname).replace(/^\/bucket\/?/, "");
  const { method, headers } = request;
  requests.push(`${method} ${key}`);
  request.resume();
  if (key === "" && method === "HEAD") return void response.end();
  if (key === "") return list(searchParams.get("prefix") ?? "", response);
  if (method === "DELETE") {
    objects.delete(key);
    return void response.writeHead(204).end();
  }
  const copied = headers["x-amz-copy-source"];
  if (method === "PUT" && copied !== undefined) return copy(String(copied), key, headers, response);
  const object = objects.get(key);
  if (!object) return fail(404, "NoSuchKey", response);
  const condition = headers["if-match"];
  if (condition !== undefined && condition !== ETAG) return fail(412, "PreconditionFailed", response);
  get(object.content, object.type, headers.range, response);
}

function get(content: Buffer, type: string, range: string | undefined, response: ServerResponse): void {
  const [, from = "", to = ""] = /^bytes=(\d*)-(\d*)$/.exec(range ?? "") ?? [];
  if (from === "" && to === "") {
    return void response
      .writeHead(200, { "content-type": type, "content-length": content.length, etag: ETAG })
      .end(content);
  }
  const first = from === "" ? Math.max(0, content.length - Number(to)) : Number(from);
  const last = from === "" || to === "" ? content.length - 1 : Math.min(Number(to), content.length - 1);
  if (first > last) return fail(416, "InvalidRange", response);
  const part = content.subarray(first, last + 1);
  response.writeHead(206, {
    "content-type": type,
    "content-length": part.length,
    etag: ETAG,
    "content-range": `bytes ${first}-${last}/${content.length}`,
  });
  response.end(part);
}

function copy(source: string, key: string, headers: IncomingMessage["headers"], response: ServerResponse): void {
  const object = objects.get(source.replace(/^\/?bucket\//, ""));
  if (!object) return fail(404, "NoSuchKey", response);
  const isReplaced = headers["x-amz-metadata-directive"] === "REPLACE";
  if (!isReplaced) return fail(400, "InvalidRequest", response);
  const changed = new Date();
  objects.set(key, { ...object, type: headers["content-type"] ?? "", changed });
  response.end(
    `<CopyObjectResult><LastModified>${changed.toISOString()}</LastModified><ETag>"e"</ETag></CopyObjectResult>`,
  );
}

function list(prefix: string, response: ServerResponse): void {
  const contents = [...objects]
    .filter(([key]) => key.startsWith(prefix))
    .map(
      ([key, { changed }]) =>
        `<Contents><Key>${key}</Key><LastModified>${changed.toISOString()}</LastModified></Contents>`,
    );
  response.end(`<ListBucketResult><IsTruncated>false</IsTruncated>${contents.join("")}</ListBucketResult>`);
}

function fail(status: number, code: string, response: ServerResponse): void {
  response.writeHead(status, { "content-type": "application/xml" });
  response.end(`<Error><Code>${code}</Code><Message>${code}</Message></Error>`);
}

let address: string;

beforeAll(async () => {
  const old = new Date(Date.now() - 40 * 86_400_000);
  objects.set("videos/clip.webm", { content: CONTENT, type: "video/webm", changed: old });
  objects.set("videos/empty.webm", { content: Buffer.alloc(0), type: "video/webm", changed: old });
  const { id } = await createVideo(t.db, t.clock, { host: "file", video_id: "clip.webm" });
  const headers = await t.as((await createUser(t.db, t.clock)).id);
  const detail = await t.app.inject({ url: contract.videos.get.url.replace(":id", String(id)), headers });
  address = detail.json<{ source_url: string }>().source_url;
});

test.each([
  ["bytes=-2", 206, "89", "bytes 8-9/10"],
  ["bytes=-1", 206, "9", "bytes 9-9/10"],
  ["bytes=-99", 206, "0123456789", "bytes 0-9/10"],
  ["bytes=3-5", 206, "345", "bytes 3-5/10"],
  ["bytes=7-", 206, "789", "bytes 7-9/10"],
  ["bytes=8-99", 206, "89", "bytes 8-9/10"],
  // A bucket answers several ranges and unknown units with the whole object.
  ["bytes=0-1,4-5", 200, "0123456789", undefined],
  ["lines=1-2", 200, "0123456789", undefined],
])("%s of a video in a bucket is answered with %i", async (range, status, body, contentRange) => {
  const found = await t.app.inject({ url: address, headers: { range } });
  expect([found.statusCode, found.body, found.headers["content-range"]]).toEqual([status, body, contentRange]);
  expect(found.headers["content-length"]).toBe(String(body.length));
});

test.each(["bytes=-0", "bytes=10-", "bytes=99-100"])("returns 416 for the unsatisfiable range %s", async (range) => {
  const refused = await t.app.inject({ url: address, headers: { range } });
  expect([refused.statusCode, refused.body]).toEqual([416, ""]);
});

test.each([
  [ETAG, 206, "345"],
  ['"another"', 200, "0123456789"],
])("a range of the content %s is answered with %i", async (tag, status, body) => {
  const found = await t.app.inject({ url: address, headers: { range: "bytes=3-5", "if-range": tag } });
  expect([found.statusCode, found.body, found.headers.etag]).toEqual([status, body, ETAG]);
});

test("answers HEAD with the full size without fetching the object", async () => {
  requests.length = 0;
  const found = await t.app.inject({ method: "HEAD", url: address, headers: { range: "bytes=3-5" } });
  expect([found.statusCode, found.body]).toEqual([200, ""]);
  expect(found.headers).toMatchObject({
    "accept-ranges": "bytes",
    "content-length": "10",
    "content-type": "video/webm",
  });
  expect(requests).toEqual(["HEAD videos/clip.webm"]);
  const missing = await t.app.inject({ method: "HEAD", url: "/media/thumbnails/gone-640.webp" });
  expect(missing.statusCode).toBe(404);
});

test("does not delete a touched file with the expired ones", async () => {
  await storage.touch("videos", "empty.webm");
  const touched = (await storage.list("videos")).find(({ name }) => name === "empty.webm");
  expect(Date.now() - (touched?.changed ?? 0)).toBeLessThan(60_000);
  expect(objects.get("videos/empty.webm")?.type).toBe("video/webm");
  await deleteExpiredFiles(t.db, storage, Date.now());
  expect(objects.has("videos/empty.webm")).toBe(true);
  await deleteExpiredFiles(t.db, storage, Date.now() + 31 * 86_400_000);
  expect([...objects.keys()]).toEqual(["videos/clip.webm"]);
});
