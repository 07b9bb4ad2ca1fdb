import type { Metadata } from "sharp";
import { validationError } from "../../http/app-error.ts";
import { essentialChunks } from "./essential-chunks.ts";
import { countScans } from "./jpeg-scans.ts";

/** Widths in pixels, which file names end with. */
export const THUMBNAIL_WIDTHS = [640, 320];

/** Larger pictures are refused before decoding. */
const PIXELS_MAX = 50_000_000;

/** Bytes of a decoded picture: four channels of a byte each. */
const DECODED_MAX = 4 * PIXELS_MAX;

/** Encoders write about ten scans. */
const SCANS_MAX = 50;

const QUALITY = 80;

/** Seconds, many times what the largest picture takes. */
const TIME_MAX = 20;

/**
 * Imported with the first picture: sharp costs 23 MB and start time. Pictures are rare, so it caches nothing and uses
 * one core.
 */
async function loadSharp() {
  const { default: sharp } = await import("sharp");
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp;
}

const REFUSED = "JPEG・PNG・WebPの画像を選択してください。";
const BROKEN = "画像を読み取れませんでした。別の画像を選択してください。";
const ANIMATED = "アニメーション画像は使用できません。静止画を選択してください。";
const TOO_MANY_PIXELS = "画像が大きすぎます。画素数（縦×横）が5,000万以下の画像を選択してください。";
const TOO_COSTLY = "この形式では画像が大きすぎます。画像を縮小するか、JPEGで保存した画像を選択してください。";

/**
 * Crops a picture to 16:9, applies its orientation, drops its metadata and encodes it in every width.
 * The bytes alone decide its type.
 * @returns WebP files, in the order of THUMBNAIL_WIDTHS
 * @throws AppError 400 about `thumbnail`
 */
export async function encodeThumbnail(given: Uint8Array): Promise<Uint8Array[]> {
  if (!isKnown(given)) throw refusal(REFUSED);
  const content = essentialChunks(given);
  const sharp = await loadSharp();
  const metadata = await readMetadata(sharp, content);
  const { width, height, pages = 1 } = metadata;
  if (width * height > PIXELS_MAX) throw refusal(TOO_MANY_PIXELS);
  if (decodedBytes(metadata) > DECODED_MAX || countScans(content) > SCANS_MAX) throw refusal(TOO_COSTLY);
  if (pages > 1) throw refusal(ANIMATED);
  try {
    // The picture is decoded once, and each width is made from the largest.
    const [largest = 0] = THUMBNAIL_WIDTHS;
    const { data, info } = await sharp(content, { limitInputPixels: PIXELS_MAX, failOn: "truncated" })
      .autoOrient()
      .resize(...sizeOf(largest), { fit: "cover", position: "centre" })
      .flatten({ background: "#ffffff" })
      .toColourspace("srgb")
      .timeout({ seconds: TIME_MAX })
      .raw()
      .toBuffer({ resolveWithObject: true });
    const { width, height, channels } = info;
    return await Promise.all(
      THUMBNAIL_WIDTHS.map((each) =>
        sharp(data, { raw: { width, height, channels } })
          .resize(...sizeOf(each))
          .webp({ quality: QUALITY })
          .toBuffer(),
      ),
    );
  } catch {
    throw refusal(BROKEN);
  }
}

/** Width and height of 16:9. */
function sizeOf(width: number): [number, number] {
  return [width, (width * 9) / 16];
}

/** An interlaced PNG is decoded as a whole before it is scaled, so it counts twice. */
function decodedBytes({ format, width, height, channels, depth, isProgressive }: Metadata): number {
  const sampleBytes = depth === "ushort" ? 2 : 1;
  return width * height * channels * sampleBytes * (format === "png" && isProgressive ? 2 : 1);
}

async function readMetadata(sharp: Awaited<ReturnType<typeof loadSharp>>, content: Uint8Array): Promise<Metadata> {
  try {
    return await sharp(content, { limitInputPixels: false }).metadata();
  } catch {
    throw refusal(BROKEN);
  }
}

/** Passes only JPEG, PNG and WebP to the decoder. */
function isKnown(content: Uint8Array): boolean {
  const head = Buffer.from(content.subarray(0, 12)).toString("latin1");
  return (
    head.startsWith("\xff\xd8\xff") ||
    head.startsWith("\x89PNG\r\n\x1a\n") ||
    (head.startsWith("RIFF") && head.slice(8) === "WEBP")
  );
}

function refusal(message: string) {
  return validationError({ thumbnail: [message] });
}
