import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { contract } from "@manabiya/contract";
import { VIDEO_PART_MAX_BYTES, type VideoFile } from "@manabiya/contract/staff/video-files.ts";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { createUser } from "../../../test/testing/factories.ts";
import { staffCalls } from "../../../test/testing/staff-calls.ts";
import { useTestApp } from "../../../test/testing/test-app.ts";
import { openS3Storage } from "./s3-storage.ts";

/** A bucket's answers in trouble; the real ones are drilled by `npm run prove -- bucket`. */
let answer: (response: ServerResponse) => void = (response) => response.end();
const server = createServer((request, response) => {
  request.resume();
  request.on("end", () => answer(response));
});

const t = useTestApp({
  openStorage: async () => {
    await once(server.listen(0, "127.0.0.1"), "listening");
    return openS3Storage({
      bucket: "films",
      region: "us-east-1",
      endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      accessKeyId: "somebody",
      secretAccessKey: "something",
    });
  },
});
const calls = contract.videoFiles;
let me: Awaited<ReturnType<ReturnType<typeof staffCalls>["staff"]>>;

beforeAll(async () => {
  me = await staffCalls(t).staff();
});
afterEach(() => {
  answer = (response) => response.end();
  server.closeAllConnections();
});
afterAll(() => void server.close());

const start = async () => (await me.call(calls.start, {}, { size: VIDEO_PART_MAX_BYTES })).json<VideoFile>();
const append = (id: string) =>
  t.app.inject({
    method: "PUT",
    url: `${calls.append.url.replace(":id", id)}?offset=0`,
    payload: Buffer.alloc(1000),
    headers: { ...me.headers, "content-type": "application/octet-stream" },
  });

const fails = (status: number, code: string) => (response: ServerResponse) =>
  response
    .writeHead(status, { "content-type": "application/xml" })
    .end(`<Error><Code>${code}</Code><Message>${code}</Message></Error>`);

test.each([
  [400, "EntityTooLarge", 507],
  [403, "QuotaExceeded", 507],
  [507, "XMinioStorageFull", 507],
  [403, "AccessDenied", 503],
  [403, "RequestTimeTooSkewed", 503],
  [403, "SignatureDoesNotMatch", 503],
  [429, "SlowDown", 503],
  [500, "InternalError", 503],
  [503, "ServiceUnavailable", 503],
])(
  "a bucket's %i %s becomes %i with a Japanese sentence and Retry-After, and keeps the upload",
  async (status, code, expected) => {
    const { id } = await start();
    answer = fails(status, code);
    const refused = await append(id);
    expect([refused.statusCode, Number(refused.headers["retry-after"])]).toEqual([expected, expected === 507 ? 60 : 5]);
    expect(refused.json().type).toBe(expected === 507 ? "storage_full" : "storage_unavailable");
    expect(refused.json().error).toMatch(/もう一度お試しください。$/);
    expect(t.errors.splice(0).join("\n")).toContain(code);
    answer = (response) => response.end();
    expect((await append(id)).json()).toMatchObject({ received: 1000 });
  },
);

test("a part is stored when the bucket's clock changes, and when it is right again", async () => {
  const { id } = await start();
  let minutes = 40;
  const signedAt: number[] = [];
  answer = (response) => {
    const now = Date.now() + minutes * 60_000;
    response.setHeader("date", new Date(now).toUTCString());
    const signed = String(response.req.headers["x-amz-date"]).replace(/^(....)(..)(..T..)(..)/, "$1-$2-$3:$4:");
    signedAt.push(Date.parse(signed));
    if (Math.abs(Date.parse(signed) - now) < 15 * 60_000) response.end();
    else fails(403, "RequestTimeTooSkewed")(response);
  };
  expect((await append(id)).json()).toMatchObject({ received: 1000 });
  minutes = 0;
  expect((await append((await start()).id)).json()).toMatchObject({ received: 1000 });
  // Each change was met by one refused request.
  expect(signedAt).toHaveLength(4);
});

test("a bucket that never answers uses up no connections of the database", async () => {
  const uploads = await Promise.all(Array.from({ length: 30 }, start));
  const held: ServerResponse[] = [];
  answer = (response) => held.push(response);
  const appended = uploads.map(({ id }) => append(id));
  await expect.poll(() => held.length).toBeGreaterThan(0);
  const headers = await t.as((await createUser(t.db, t.clock)).id);
  for (let turn = 0; turn < 5; turn++) {
    expect((await t.app.inject({ url: contract.home.get.url, headers })).statusCode).toBe(200);
  }
  answer = (response) => response.end();
  for (const response of held) response.end();
  for (const part of appended) expect((await part).statusCode).toBe(200);
});
