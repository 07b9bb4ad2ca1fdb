import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { contract } from "@manabiya/contract";
import { NO_SITE_FORM, type SiteForm, type SitePicture, type SiteScreen } from "@manabiya/contract/site/form.ts";
import { pino } from "pino";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { fileOf, formPayload } from "../../../test/testing/form.ts";
import { selectRows } from "../../../test/testing/select-rows.ts";
import { staffCalls } from "../../../test/testing/staff-calls.ts";
import { SITE, useTestApp } from "../../../test/testing/test-app.ts";
import { createApp } from "../../app.ts";
import { followSite, openLiveSite } from "../live-site.ts";
import { PICTURE_TYPES } from "./stored-pictures.ts";
import { deleteExpired } from "../../personal-data/delete-expired.ts";

const t = useTestApp();
const calls = contract.adminSite;
const OWN_SVG = "<svg/>";
const DAY = 24 * 60 * 60 * 1000;
const NAVY = { r: 16, g: 32, b: 96 };

let me: Awaited<ReturnType<ReturnType<typeof staffCalls>["superuser"]>>;
let webRoot: string;
/** Another process: it follows the settings, and serves the pages. */
let visited: Awaited<ReturnType<typeof createApp>>;
let stop: () => Promise<void>;

beforeAll(async () => {
  webRoot = await mkdtemp(join(tmpdir(), "manabiya-pictures-"));
  await writeFile(join(webRoot, "favicon.svg"), OWN_SVG);
  for (const name of ["icon-192", "icon-512", "apple-touch-icon", "og"]) {
    await writeFile(join(webRoot, `${name}.png`), `\x89PNG ${name}`);
  }
  const page =
    '<link rel="icon" href="/favicon.svg" /><meta content="__PUBLIC_URL__/og.png" /><img src="/favicon.svg">';
  await writeFile(join(webRoot, "index.html"), page);
  await mkdir(join(webRoot, ".render"));
  await writeFile(join(webRoot, ".render/published-pages.js"), 'export const renderLanding = () => "案内";');
  const site = await openLiveSite(t.db, SITE);
  stop = followSite(site, pino({ level: "silent" }));
  visited = await createApp({ ...t.deps, site, webRoot });
});

afterAll(async () => {
  await stop();
  await visited.close();
  await rm(webRoot, { recursive: true });
});

beforeEach(async () => {
  me = await staffCalls(t).superuser();
});

type Bytes = Uint8Array<ArrayBuffer>;
type Kind = "icon" | "share_picture";

async function send(kind: string, content: string | Bytes, name = "picture.png") {
  const form = await formPayload({ kind, picture: fileOf(content, name) });
  const headers = { ...form.headers, ...me.headers };
  return t.app.inject({ method: "POST", url: calls.addPicture.url, payload: form.payload, headers });
}

const idOf = async (kind: Kind, content: Bytes) => (await send(kind, content)).json<SitePicture>().id;
const save = (fields: Partial<SiteForm>) => me.call(calls.update, {}, { ...NO_SITE_FORM, ...fields });
const get = (url: string, headers = {}) => visited.inject({ url, headers });
const stored = async () => (await selectRows(t.db, "site_pictures")).map(({ id }) => id);

const solid = (width: number, height: number, background: string | typeof NAVY = NAVY) =>
  sharp({ create: { width, height, channels: 3 as const, background } });
const png = async (...of: Parameters<typeof solid>): Promise<Bytes> =>
  new Uint8Array(
    await solid(...of)
      .png()
      .toBuffer(),
  );

/** The colour at a place of a served picture, from 0 to 1. */
async function colourAt(content: Buffer, x: number, y: number) {
  const { data, info } = await sharp(content).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const from = (Math.floor(info.height * y) * info.width + Math.floor(info.width * x)) * info.channels;
  return [...data.subarray(from, from + 3)];
}

test("one picture becomes the icon in every size, in all processes, and an earlier version brings it back", async () => {
  const { revision: before } = (await me.get(calls.read.url)).json<SiteScreen>().current;
  const icon = await idOf("icon", await png(900, 600));
  const share_picture = await idOf("share_picture", await png(2000, 2000));
  expect((await get("/favicon.svg")).body).toBe(OWN_SVG);
  expect((await get("/favicon.ico")).statusCode).toBe(404);
  const saved = await save({ icon, share_picture });
  expect(saved.json<SiteScreen>().current).toMatchObject({ icon, share_picture, revision: before + 1 });
  await vi.waitFor(async () => expect((await get("/favicon.svg")).body).not.toBe(OWN_SVG), { timeout: 5_000 });

  const count = vi.spyOn(t.db, "query");
  const sizes: Record<string, unknown> = {};
  for (const path of Object.keys(PICTURE_TYPES)) {
    const { headers, rawPayload } = await get(path);
    const { width, height, format } = await sharp(rawPayload).metadata();
    sizes[path] = `${headers["content-type"]} ${format} ${width}×${height}`;
    expect(headers).toMatchObject({ "cache-control": "no-cache", "x-content-type-options": "nosniff" });
    const again = await get(path, { "if-none-match": headers.etag });
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, "", headers.etag]);
  }
  expect(sizes).toEqual({
    "/favicon.svg": "image/svg+xml svg 32×32",
    "/favicon.ico": "image/png png 48×48",
    "/apple-touch-icon.png": "image/png png 180×180",
    "/icon-192.png": "image/png png 192×192",
    "/icon-512.png": "image/png png 512×512",
    "/icon-maskable.png": "image/png png 512×512",
    "/og.png": "image/jpeg jpeg 1200×630",
  });
  const manifest = (await get("/manifest.webmanifest")).json<{ icons: { src: string }[] }>();
  expect(manifest.icons.map(({ src }) => src)).toEqual(
    ["/icon-192.png", "/icon-512.png", "/icon-maskable.png"].map((path) => `${path}?v=${icon}`),
  );
  const page = (await get("/")).body;
  expect(page).toContain(`href="/favicon.svg?v=${icon}"`);
  expect(page).toContain(`content="${SITE.publicUrl}/og.png?v=${share_picture}"`);
  expect((await get("/icon-192.png?standard")).body).toContain("icon-192");
  // The interval of the other process may ask for the newest settings meanwhile, and the application's document for the
  // hosts of the catalogue's films.
  const others = ["site.newest", "catalogue.version", "open-lessons.cloud-films"];
  expect(count.mock.calls.map(([query]) => query.name).filter((name) => !others.includes(name ?? ""))).toEqual([]);
  count.mockRestore();
  const [entry] = await selectRows(t.db, "audit_log");
  expect(entry).toMatchObject({ action: "site.update", before: { icon: null }, after: { icon, share_picture } });

  await save({});
  await vi.waitFor(async () => expect((await get("/favicon.svg")).body).toBe(OWN_SVG), { timeout: 5_000 });
  expect((await get("/")).body).toContain('href="/favicon.svg"');
  expect((await get("/og.png")).body).toContain("og");
  // Earlier versions keep their pictures from the deletion of uploads.
  await deleteExpired(t.db, t.clock.now() + 2 * DAY);
  const [earlier] = (await me.get(calls.read.url)).json<SiteScreen>().earlier;
  expect((await save({ icon: earlier?.icon ?? null })).statusCode).toBe(200);
  await vi.waitFor(async () => expect((await get("/icon-512.png")).headers.etag).toBe(`"${icon}"`), { timeout: 5_000 });
});

test("an oblong picture is shown whole, the maskable icon within a round mask, and transparency is white", async () => {
  const wide = sharp({ create: { width: 800, height: 400, channels: 4, background: "#00000000" } });
  const dot = await sharp({ create: { width: 800, height: 100, channels: 3, background: NAVY } })
    .png()
    .toBuffer();
  const content = await wide
    .composite([{ input: dot, gravity: "centre" }])
    .png()
    .toBuffer();
  const answer = (await send("icon", new Uint8Array(content))).json<SitePicture>();
  const picture = (address: string | null) => Buffer.from((address ?? "").split(",")[1] ?? "", "base64");
  const navy = Object.values(NAVY);
  const white = [255, 255, 255];
  expect(await colourAt(picture(answer.address), 0.5, 0.5)).toEqual(navy);
  expect(await colourAt(picture(answer.address), 0.02, 0.5)).toEqual(navy);
  expect(await colourAt(picture(answer.address), 0.5, 0.05)).toEqual(white);
  expect(await colourAt(picture(answer.maskable), 0.13, 0.5)).toEqual(white);
  expect(await colourAt(picture(answer.maskable), 0.2, 0.5)).toEqual(navy);
  const full = (await send("icon", await png(300, 500))).json<SitePicture>();
  expect(await colourAt(picture(full.maskable), 0.01, 0.01)).toEqual(navy);
  expect((await me.call(calls.picture, { id: answer.id })).json()).toEqual(answer);
  expect((await me.call(calls.picture, { id: "0".repeat(32) })).statusCode).toBe(404);
});

const SCRIPT = "<script>alert(document.domain)</script>";

/** A PNG header that claims this size, with almost no data. */
async function bomb(side: number): Promise<Bytes> {
  const content = await png(200, 200);
  const view = new DataView(content.buffer);
  view.setUint32(16, side);
  view.setUint32(20, side);
  view.setUint32(29, crc32(content.subarray(12, 29)));
  return content;
}

const HOSTILE: [string, () => Promise<string | Bytes>, RegExp][] = [
  ["an SVG with a script", async () => `<?xml version="1.0"?><svg>${SCRIPT}</svg>`, /^SVGはプログラムを含むことがある/],
  ["HTML with a PNG's name", async () => `<!doctype html>${SCRIPT}`, /^JPEG・PNG・WebPの画像/],
  ["HTML behind a PNG's signature", async () => `\x89PNG\r\n\x1a\n${SCRIPT}`, /^JPEG・PNG・WebPの画像/],
  [
    "a PNG's signature with HTML as its content",
    async () => new Uint8Array(Buffer.from(`\x89PNG\r\n\x1a\n${SCRIPT}`, "latin1")),
    /読み取れませんでした/,
  ],
  ["30,000 × 30,000 pixels in a few bytes", () => bomb(30_000), /^画像が大きすぎます/],
  ["a tiny picture", () => png(191, 400), /^画像が小さすぎます。192×192ピクセル以上/],
  ["nothing", async () => "", /^JPEG・PNG・WebPの画像/],
];

test.each(HOSTILE)("%s is refused at its field, and nothing is stored", async (_name, content, message) => {
  const before = await stored();
  const response = await send("icon", await content());
  expect(response.statusCode).toBe(400);
  expect(response.json().fields.picture).toEqual([expect.stringMatching(message)]);
  expect(await stored()).toEqual(before);
});

test("a file of 20 MB and an unknown kind are refused", async () => {
  const large = await send("icon", new Uint8Array(20 * 1024 * 1024));
  expect([large.statusCode, large.json().error]).toEqual([413, "ファイルは10MB以下にしてください。"]);
  expect((await send("/favicon.svg", await png(300, 300))).json().fields.kind).toEqual([
    "画像の種類を選択してください。",
  ]);
});

test("a picture that is also a page is drawn anew, without its page, comments and place", async () => {
  const jpeg = await solid(1300, 700)
    .withExif({ IFD0: { ImageDescription: SCRIPT }, IFD3: { GPSLatitude: "35/1 0/1 0/1" } })
    .jpeg()
    .toBuffer();
  const polyglot = new Uint8Array(Buffer.concat([jpeg, Buffer.from(`<html>${SCRIPT}`)]));
  for (const kind of ["icon", "share_picture"] as const) {
    const id = await idOf(kind, polyglot);
    const files = (await selectRows(t.db, "site_pictures")).filter((file) => file.id === id);
    expect(files.length).toBeGreaterThan(0);
    for (const { path, content } of files) {
      expect(content.includes("alert"), path).toBe(false);
      if (!path.endsWith(".svg")) expect((await sharp(content).metadata()).exif, path).toBeUndefined();
    }
  }
});

test("an id of no picture, of the other kind or with a path is refused at its field", async () => {
  const icon = await idOf("icon", await png(256, 256));
  for (const [field, id] of [
    ["share_picture", icon],
    ["icon", "0".repeat(32)],
    ["icon", "../../etc/passwd"],
    ["icon", `${icon}"><script>`],
  ] as const) {
    const response = await save({ [field]: id });
    expect(response.statusCode).toBe(400);
    expect(response.json().fields[field]).toHaveLength(1);
  }
});

test("an upload that no version names is deleted after a day, and one that a version names stays", async () => {
  const [named, unnamed] = [
    await idOf("icon", await png(210, 210, "#aa0000")),
    await idOf("icon", await png(210, 210, "#00aa00")),
  ];
  await save({ icon: named });
  await save({});
  await deleteExpired(t.db, t.clock.now() + DAY - 1);
  expect(await stored()).toContain(unnamed);
  await deleteExpired(t.db, t.clock.now() + DAY + 1);
  expect(await stored()).not.toContain(unnamed);
  expect(await stored()).toContain(named);
  expect((await save({ icon: unnamed })).json().fields.icon).toEqual([
    "この画像は保存されていません。画像をもう一度選択してください。",
  ]);
});
