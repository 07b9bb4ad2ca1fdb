import { constants, crc32, deflateRawSync, inflateSync } from "node:zlib";
import sharp from "sharp";
import { beforeAll, expect, test } from "vitest";
import { encodeThumbnail } from "./encode.ts";
import { essentialChunks } from "./essential-chunks.ts";
import { countScans } from "./jpeg-scans.ts";

const MEGABYTE = 2 ** 20;
/** A megabyte of zeros, deflated so that any block may follow. */
const megabyte = deflateRawSync(Buffer.alloc(MEGABYTE), { finishFlush: constants.Z_FULL_FLUSH });

/** Zeros as zlib deflates them. Each megabyte is the same block, because compressing gigabytes takes seconds. */
function deflatedZeros(bytes: number): Buffer {
  const whole = Array.from({ length: Math.floor(bytes / MEGABYTE) }, () => megabyte);
  const rest = deflateRawSync(Buffer.alloc(bytes % MEGABYTE));
  const adler32 = Buffer.alloc(4);
  adler32.writeUInt32BE((bytes % 65_521) * 65_536 + 1);
  return Buffer.concat([Buffer.from([0x78, 0x9c]), ...whole, rest, adler32]);
}

/** Bytes that a small picture carries. They inflate to 64 MB. */
const deflated = deflatedZeros(64 * MEGABYTE);
let png: Buffer;

beforeAll(async () => {
  png = await picture().png().toBuffer();
});

const picture = () => sharp({ create: { width: 640, height: 360, channels: 3, background: "#336699" } });

function chunk(type: string, data: Buffer): Buffer {
  const bytes = Buffer.alloc(12 + data.length);
  bytes.writeUInt32BE(data.length, 0);
  bytes.write(type, 4, "latin1");
  data.copy(bytes, 8);
  bytes.writeUInt32BE(crc32(bytes.subarray(4, 8 + data.length)), 8 + data.length);
  return bytes;
}

/** Behind the signature and IHDR. */
const HEADER = 8 + 25;
const withChunks = (chunks: Buffer[]) => Buffer.concat([png.subarray(0, HEADER), ...chunks, png.subarray(HEADER)]);
const named = (head: string, data: Buffer) => Buffer.concat([Buffer.from(head, "latin1"), data]);
const times = (count: number, make: (index: number) => Buffer) =>
  Array.from({ length: count }, (_, index) => make(index));

const BOMBS: Record<string, () => Buffer[]> = {
  "120 texts in zTXt": () => times(120, (index) => chunk("zTXt", named(`key${index}\0\0`, deflated))),
  "120 texts in iTXt": () => times(120, (index) => chunk("iTXt", named(`key${index}\0\x01\0\0\0`, deflated))),
  "texts behind the picture": () => times(20, (index) => chunk("zTXt", named(`key${index}\0\0`, deflated))),
  "100,000 short texts": () => times(100_000, (index) => chunk("tEXt", Buffer.from(`k${index}\0`, "latin1"))),
  "60 colour profiles": () => times(60, () => chunk("iCCP", named("icc\0\0", deflated))),
  "an animation": () => times(50, () => chunk("fdAT", deflated)),
  "chunks of unknown types": () => times(50, () => chunk("abCd", deflated)),
};

test("deflated zeros inflate to as many bytes", () => {
  const bytes = 3 * MEGABYTE + 70_001;
  expect(inflateSync(deflatedZeros(bytes)).equals(Buffer.alloc(bytes))).toBe(true);
});

test.each(Object.entries(BOMBS))("a PNG with %s is decoded without them", (_name, make) => {
  const bomb = withChunks(make());
  expect(bomb.length).toBeGreaterThan(png.length + 1_000_000);
  // At most one colour profile stays.
  expect(essentialChunks(bomb).length).toBeLessThan(png.length + deflated.length + 100);
});

test("a PNG with compressed texts costs no more than one without", async () => {
  const time = async (content: Buffer) => {
    const begun = performance.now();
    await encodeThumbnail(content);
    return performance.now() - begun;
  };
  const bomb = withChunks(BOMBS["120 texts in zTXt"]?.() ?? []);
  await time(png);
  const fastest = async (content: Buffer) => Math.min(await time(content), await time(content), await time(content));
  // Inflating takes a second and more.
  expect(await fastest(bomb)).toBeLessThan((await fastest(png)) * 5 + 250);
});

test("a PNG keeps transparency, colours and orientation", async () => {
  const half = await sharp({ create: { width: 90, height: 160, channels: 4, background: "#ff000000" } })
    .withMetadata({ orientation: 6, icc: "p3" })
    .png({ palette: true })
    .toBuffer();
  const { orientation, hasAlpha, icc } = await sharp(essentialChunks(half)).metadata();
  expect({ orientation, hasAlpha, icc: icc !== undefined }).toEqual({ orientation: 6, hasAlpha: true, icc: true });
});

test("other pictures pass unchanged, and the decoder refuses a PNG that is cut off", async () => {
  const jpeg = await picture().jpeg().toBuffer();
  expect(essentialChunks(jpeg)).toBe(jpeg);
  await expect(encodeThumbnail(png.subarray(0, png.length - 30))).rejects.toThrow("画像を読み取れませんでした");
});

/** Samples of a pixel by PNG's number of the kind: grey, RGB, grey with alpha, RGB with alpha. */
const SAMPLES: Record<number, number> = { 0: 1, 2: 3, 4: 2, 6: 4 };

/** An empty picture, whose size and format alone decide what it costs. */
function largePng(given: { side: number; bits: 8 | 16; kind: number; interlaced: boolean }): Buffer {
  const { side, bits, kind, interlaced } = given;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([bits, kind, 0, 0, Number(interlaced)], 8);
  const bytes = side * side * ((bits / 8) * (SAMPLES[kind] ?? 0)) + 4 * side;
  const chunks = [chunk("IHDR", header), chunk("IDAT", deflatedZeros(bytes)), chunk("IEND", Buffer.alloc(0))];
  return Buffer.concat([png.subarray(0, 8), ...chunks]);
}

const COSTLY = [0, 2, 4, 6]
  .flatMap((kind) =>
    ([8, 16] as const).flatMap((bits) => [true, false].map((interlaced) => ({ bits, kind, interlaced }))),
  )
  .filter(({ bits, kind, interlaced }) => 49 * (bits / 8) * (SAMPLES[kind] ?? 0) * (interlaced ? 2 : 1) > 200);

test.each(COSTLY)("refuses a small PNG that needs more than 200 MB to decode: %j", async (format) => {
  const large = largePng({ side: 7000, ...format });
  const begun = performance.now();
  await expect(encodeThumbnail(large)).rejects.toThrow("この形式では画像が大きすぎます");
  expect(performance.now() - begun).toBeLessThan(1_000);
});

test("a picture of 16 bits and an interlaced one of usual sizes pass", async () => {
  for (const bits of [8, 16] as const) {
    expect(await encodeThumbnail(largePng({ side: 2000, bits, kind: 6, interlaced: true }))).toHaveLength(2);
  }
});

/** Segments of a JPEG behind its first two bytes, each from its marker to the next. */
function segmentsOf(jpeg: Buffer): Buffer[] {
  const starts: number[] = [];
  for (let at = 2; jpeg[at + 1] !== 0xd9;) {
    starts.push(at);
    at += 2 + jpeg.readUInt16BE(at + 2);
    while (jpeg[at] !== 0xff || jpeg[at + 1] === 0) at++;
  }
  return starts.map((start, index) => jpeg.subarray(start, starts[index + 1] ?? jpeg.length - 2));
}

test("refuses a small JPEG whose scans repeat the work, wherever its segments stand", async () => {
  const jpeg = await sharp({ create: { width: 7000, height: 7000, channels: 3, background: "#336699" } })
    .jpeg({ progressive: true })
    .toBuffer();
  const segments = segmentsOf(jpeg);
  const first = segments.filter((segment) => segment[1] === 0xda)[1] ?? Buffer.alloc(0);
  const head = segments.slice(0, segments.indexOf(first));
  const withScans = (count: number, between = Buffer.alloc(0)) =>
    Buffer.concat([
      jpeg.subarray(0, 2),
      ...head,
      ...times(count, () => Buffer.concat([between, first])),
      jpeg.subarray(-2),
    ]);
  expect(countScans(jpeg)).toBe(segments.filter((segment) => segment[1] === 0xda).length);
  const bytes = { none: [], foreign: [0, 7, 9], filled: [0xff, 0xff], "a comment": [0xff, 0xfe, 0, 4, 0xff, 0xd9] };
  for (const [name, between] of Object.entries(bytes)) {
    const bomb = withScans(1_000, Buffer.from(between));
    expect(bomb.length, name).toBeLessThan(1_000_000);
    const begun = performance.now();
    await expect(encodeThumbnail(bomb), name).rejects.toThrow("この形式では画像が大きすぎます");
    expect(performance.now() - begun, name).toBeLessThan(1_000);
  }
});

test("a progressive JPEG of 49 million pixels passes", async () => {
  const large = sharp({ create: { width: 7000, height: 7000, channels: 3, background: "#336699" } });
  expect(await encodeThumbnail(await large.jpeg({ mozjpeg: true }).toBuffer())).toHaveLength(2);
});
