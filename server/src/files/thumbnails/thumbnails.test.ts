import { contract } from "@manabiya/contract";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { AdminVideo } from "@manabiya/contract/staff/videos.ts";
import sharp, { type Sharp } from "sharp";
import { beforeAll, describe, expect, test } from "vitest";
import { deleteExpiredFiles } from "../../catalogue/media/delete-expired-files.ts";
import { createVideo } from "../../../test/testing/factories.ts";
import { fileOf, formPayload } from "../../../test/testing/form.ts";
import { staffCalls } from "../../../test/testing/staff-calls.ts";
import { useTestApp } from "../../../test/testing/test-app.ts";

const t = useTestApp();
const calls = contract.adminVideos;
let headers: { authorization: string };

beforeAll(async () => {
  headers = (await staffCalls(t).staff()).headers;
});

const stored = () => readdir(join(t.dataDir, "media/thumbnails"));

async function send(id: number, thumbnail: File) {
  const form = await formPayload({ thumbnail });
  const url = calls.setThumbnail.url.replace(":id", String(id));
  return t.app.inject({ method: "POST", url, payload: form.payload, headers: { ...form.headers, ...headers } });
}

const solid = (width: number, height: number, background: string) =>
  sharp({ create: { width, height, channels: 3, background } });
const bytes = async (image: Sharp) => new Uint8Array(await image.toBuffer());

/** The colours in the centres of the left and the right half. */
async function halves(address: string) {
  const { rawPayload } = await t.app.inject({ url: address });
  const { data, info } = await sharp(rawPayload).raw().toBuffer({ resolveWithObject: true });
  const at = (x: number) => {
    const from = (Math.floor(info.height / 2) * info.width + Math.floor(info.width * x)) * info.channels;
    return [...data.subarray(from, from + 3)];
  };
  return { width: info.width, height: info.height, left: at(0.25), right: at(0.75) };
}

describe("a picture", () => {
  test.each(["jpeg", "png", "webp"] as const)(
    "of type %s becomes WebP of 16:9 in both sizes, whatever its name",
    async (format) => {
      const { id } = await createVideo(t.db, t.clock);
      const content = await bytes(solid(900, 900, "#1f4478").toFormat(format));
      const response = await send(id, fileOf(content, "picture.gif"));
      expect(response.statusCode).toBe(200);
      const { thumbnail } = response.json<AdminVideo>();
      expect(thumbnail).toMatch(/^\/media\/thumbnails\/[0-9a-f-]{36}-640\.webp$/);
      expect(await halves(thumbnail ?? "")).toMatchObject({ width: 640, height: 360 });
      expect(await halves((thumbnail ?? "").replace("-640", "-320"))).toMatchObject({ width: 320, height: 180 });
    },
  );

  test("is stored upright and without metadata", async () => {
    const { id } = await createVideo(t.db, t.clock);
    const red = await bytes(solid(320, 320, "#ff0000").png());
    // Upright the picture is 1280 × 720 with red on the left; stored rotated, red is at the bottom.
    const content = await bytes(
      solid(720, 1280, "#0000ff")
        .composite([{ input: await sharp(red).resize(720, 640, { fit: "fill" }).toBuffer(), left: 0, top: 640 }])
        .withExif({ IFD0: { Copyright: "secret place" } })
        .withMetadata({ orientation: 6 })
        .jpeg(),
    );
    const { thumbnail } = (await send(id, fileOf(content, "phone.jpg"))).json<AdminVideo>();
    const { left, right } = await halves(thumbnail ?? "");
    expect((left[0] ?? 0) > 200 && (left[2] ?? 255) < 60, `left ${left.join()}`).toBe(true);
    expect((right[2] ?? 0) > 200 && (right[0] ?? 255) < 60, `right ${right.join()}`).toBe(true);
    const { rawPayload } = await t.app.inject({ url: thumbnail ?? "" });
    expect(rawPayload.includes("secret place")).toBe(false);
    expect((await sharp(rawPayload).metadata()).exif).toBeUndefined();
  });

  test("that is replaced or removed stays for 30 days, then its files are deleted", async () => {
    const { id } = await createVideo(t.db, t.clock);
    const before = await stored();
    const content = await bytes(solid(640, 360, "#f2b233").png());
    await send(id, fileOf(content, "a.png"));
    const first = await stored();
    expect(first).toHaveLength(before.length + 2);
    await send(id, fileOf(content, "b.png"));
    const second = await stored();
    expect(second).toHaveLength(first.length + 2);
    const removed = await t.app.inject({
      method: "DELETE",
      url: calls.removeThumbnail.url.replace(":id", String(id)),
      headers,
    });
    expect(removed.json()).toMatchObject({ thumbnail: null });
    const runJob = (minutes: number) => deleteExpiredFiles(t.db, t.deps.storage, Date.now() + minutes * 60_000);
    await runJob(29 * 24 * 60);
    expect(await stored()).toEqual(second);
    for (const file of second) {
      expect((await t.app.inject({ url: `/media/thumbnails/${file}` })).statusCode).toBe(200);
    }
    await runJob(30 * 24 * 60 + 1);
    expect(await stored()).toEqual(before);
  });

  test("is chosen, unchanged and removed by its address in the body of an update", async () => {
    const hosted = { host: "youtube", video_id: "a1B2_c3-D4e" } as const;
    const [first, second] = [await createVideo(t.db, t.clock, hosted), await createVideo(t.db, t.clock)];
    const content = await bytes(solid(640, 360, "#336699").png());
    const { thumbnail } = (await send(first.id, fileOf(content, "a.png"))).json<AdminVideo>();
    const update = async ({ id, title, video_id }: typeof first, text: string | null | undefined) =>
      t.app.inject({
        method: "PUT",
        url: calls.update.url.replace(":id", String(id)),
        payload: { title, video_id, categories: [], tags: [], thumbnail: text },
        headers,
      });
    for (const text of [undefined, thumbnail, `https://api.example.com${thumbnail}`]) {
      expect((await update(first, text)).json()).toMatchObject({ thumbnail });
    }
    expect((await update(second, ` ${thumbnail} `)).json()).toMatchObject({ thumbnail });
    expect((await update(first, "")).json()).toMatchObject({ thumbnail: null });
    expect((await update(first, thumbnail)).json()).toMatchObject({ thumbnail });
    expect((await update(first, null)).json()).toMatchObject({ thumbnail: null });
    const own = `https://i.ytimg.com/vi/${first.video_id}/hqdefault.jpg`;
    for (const text of [
      own,
      own.replace("vi/", "vi_webp/").replace("jpg", "webp"),
      own.replace("i.ytimg", "img.youtube"),
    ]) {
      expect((await update(first, thumbnail)).json()).toMatchObject({ thumbnail });
      expect((await update(first, text)).json(), text).toMatchObject({ thumbnail: null });
    }
    const message = expect.stringMatching(/^この画像のURLは使用できません。.*画像ファイルを選択/);
    for (const text of [
      own.replace("/vi/", "/vi/a"),
      own.replace("https", "http"),
      "https://example.com/a.png",
      "/media/thumbnails/none-640.webp",
      "../x",
      "a.webp",
    ]) {
      const response = await update(first, text);
      expect(response.statusCode, text).toBe(400);
      expect(response.json()).toMatchObject({ fields: { thumbnail: [message] } });
    }
  });

  test("that two videos share stays when one of them is purged", async () => {
    const name = "5f0f5d5c-0f6b-4c1e-8a52-3f8d6c1b2a90";
    for (const width of [640, 320]) {
      await t.deps.storage.write("thumbnails", `${name}-${width}.webp`, new Uint8Array([1]));
    }
    await createVideo(t.db, t.clock, { thumbnail: name, deleted_at: t.clock.daysAgo(40) });
    const { id } = await createVideo(t.db, t.clock, { thumbnail: name });
    await deleteExpiredFiles(t.db, t.deps.storage, t.clock.now());
    expect(await stored()).toContain(`${name}-640.webp`);
    await t.db.query({ text: "delete from videos where id = $1", values: [id] });
    await createVideo(t.db, t.clock, { thumbnail: name, deleted_at: t.clock.daysAgo(40) });
    await deleteExpiredFiles(t.db, t.deps.storage, t.clock.now());
    expect(await stored()).not.toContain(`${name}-640.webp`);
  });

  test("of a missing video is not stored", async () => {
    const before = await stored();
    const content = await bytes(solid(640, 360, "#f2b233").png());
    expect((await send(999_999, fileOf(content, "a.png"))).statusCode).toBe(404);
    expect(await stored()).toEqual(before);
  });
});

/** A PNG header that claims this size, with almost no data. */
async function bomb(width: number, height: number): Promise<Uint8Array<ArrayBuffer>> {
  const content = await bytes(solid(2, 2, "#ffffff").png());
  const view = new DataView(content.buffer, content.byteOffset, content.byteLength);
  view.setUint32(16, width);
  view.setUint32(20, height);
  const head = content.subarray(12, 29);
  view.setUint32(29, crc32(head));
  return content;
}

function crc32(data: Uint8Array): number {
  let crc = -1;
  for (const byte of data) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ -1) >>> 0;
}

const noise = () => Uint8Array.from({ length: 300 * 300 * 3 }, (_, at) => (at * 7919) % 251);

const HOSTILE: [string, () => Promise<Uint8Array<ArrayBuffer> | string>, string][] = [
  [
    "SVG",
    async () => `<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`,
    "SVGはプログラムを含むことがあるため、使用できません。PNGで保存した画像を選択してください。",
  ],
  ["text", async () => "画像ではありません", "JPEG・PNG・WebPの画像を選択してください。"],
  ["nothing", async () => "", "JPEG・PNG・WebPの画像を選択してください。"],
  ["GIF", () => bytes(solid(10, 10, "#ffffff").gif()), "JPEG・PNG・WebPの画像を選択してください。"],
  [
    "animated WebP",
    async () => {
      const frames = await sharp(
        [await bytes(solid(64, 36, "#ff0000").png()), await bytes(solid(64, 36, "#0000ff").png())],
        { join: { animated: true } },
      )
        .webp({ loop: 0, delay: [100, 100] })
        .toBuffer();
      return new Uint8Array(frames);
    },
    "アニメーション画像は使用できません。静止画を選択してください。",
  ],
  [
    "truncated JPEG",
    async () => {
      const whole = await bytes(sharp(noise(), { raw: { width: 300, height: 300, channels: 3 } }).jpeg());
      return whole.slice(0, whole.length / 2);
    },
    "画像を読み取れませんでした。別の画像を選択してください。",
  ],
  [
    "a valid header followed by garbage",
    async () => new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]),
    "画像を読み取れませんでした。別の画像を選択してください。",
  ],
  [
    "20,000 × 20,000 in a few bytes",
    () => bomb(20_000, 20_000),
    "画像が大きすぎます。画素数（縦×横）が5,000万以下の画像を選択してください。",
  ],
];

test.each(HOSTILE)("refuses %s with its message and stores nothing", async (_name, content, message) => {
  const { id } = await createVideo(t.db, t.clock);
  const before = await stored();
  const given = await content();
  const response = await send(id, fileOf(given, "picture.png"));
  expect(response.statusCode).toBe(400);
  expect(response.json()).toMatchObject({ error: message, fields: { thumbnail: [message] } });
  expect(await stored()).toEqual(before);
  const create = await formPayload({
    title: "画像つき",
    video_id: `hostile-${id}`,
    thumbnail: fileOf(given, "picture.png"),
  });
  const created = await t.app.inject({
    method: "POST",
    url: calls.create.url,
    payload: create.payload,
    headers: { ...create.headers, ...headers },
  });
  expect(created.statusCode).toBe(400);
  expect(await stored()).toEqual(before);
});

test("refuses a file above 10 MB before decoding", async () => {
  const { id } = await createVideo(t.db, t.clock);
  const response = await send(id, fileOf(new Uint8Array(10 * 1024 * 1024 + 1), "big.png"));
  expect(response.statusCode).toBe(413);
  expect(response.json().error).toBe("ファイルは10MB以下にしてください。");
});

test("returns 400 for a truncated or malformed form", async () => {
  const { id } = await createVideo(t.db, t.clock);
  const url = calls.setThumbnail.url.replace(":id", String(id));
  const form = await formPayload({ thumbnail: fileOf("x".repeat(5000), "a.png") });
  for (const [payload, type] of [
    [form.payload.subarray(0, 1000), form.headers["content-type"]],
    [form.payload, "multipart/form-data"],
    [Buffer.from("nothing"), "multipart/form-data; boundary=x"],
    [Buffer.from("{}"), "application/json"],
  ] as const) {
    const response = await t.app.inject({
      method: "POST",
      url,
      payload,
      headers: { ...headers, "content-type": type },
    });
    expect(response.statusCode, type).toBe(400);
    expect(response.json().error).toMatch(/\p{Script=Han}|\p{Script=Katakana}/u);
  }
});

test("checks access before it reads the form", async () => {
  const member = await staffCalls(t).member();
  const form = await formPayload({ thumbnail: fileOf("x", "a.png") });
  const url = calls.setThumbnail.url.replace(":id", "1");
  const refused = await t.app.inject({
    method: "POST",
    url,
    payload: form.payload,
    headers: { ...form.headers, ...member.headers },
  });
  expect(refused.statusCode).toBe(403);
});
