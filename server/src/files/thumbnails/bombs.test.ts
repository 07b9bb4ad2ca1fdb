import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";
import { beforeAll, expect, test } from "vitest";
import { encodeThumbnail } from "./encode.ts";
import { essentialChunks } from "./essential-chunks.ts";

/** Bytes that a small picture carries. They inflate to 64 MB. */
let deflated: Buffer;
let png: Buffer;

beforeAll(async () => {
  deflated = deflateSync(Buffer.alloc(64 * 1024 * 1024));
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
