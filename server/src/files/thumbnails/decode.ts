import type { Metadata, ResizeOptions } from "sharp";
import { validationError } from "../../errors/app-error.ts";
import { essentialChunks } from "./essential-chunks.ts";
import { countScans } from "./jpeg-scans.ts";

/** Larger pictures are refused before decoding. */
const PIXELS_MAX = 50_000_000;

/** Bytes of a decoded picture: four channels of a byte each. */
const DECODED_MAX = 4 * PIXELS_MAX;

/** Encoders write about ten scans. */
const SCANS_MAX = 50;

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
const DRAWING = "SVGはプログラムを含むことがあるため、使用できません。PNGで保存した画像を選択してください。";
const BROKEN = "画像を読み取れませんでした。別の画像を選択してください。";
const ANIMATED = "アニメーション画像は使用できません。静止画を選択してください。";
const TOO_MANY_PIXELS = "画像が大きすぎます。画素数（縦×横）が5,000万以下の画像を選択してください。";
const TOO_COSTLY = "この形式では画像が大きすぎます。画像を縮小するか、JPEGで保存した画像を選択してください。";

interface Decoding {
  /** The field of the form, for messages. */
  field: string;
  resize: ResizeOptions;
  /** Pixels that the picture must have. */
  smallest?: { width: number; height: number };
}

/**
 * Applies a picture's orientation, scales it, drops its metadata and lays it on white. The bytes alone decide its type.
 * @returns a function that starts an encoder, any number of times, with the decoded pixels
 * @throws AppError 400 about the field
 */
export async function decodePicture(given: Uint8Array, { field, resize, smallest }: Decoding) {
  const refusal = (message: string) => validationError({ [field]: [message] });
  if (!isKnown(given)) throw refusal(isDrawing(given) ? DRAWING : REFUSED);
  const content = essentialChunks(given);
  const sharp = await loadSharp();
  const metadata = await sharp(content, { limitInputPixels: false })
    .metadata()
    .catch(() => {
      throw refusal(BROKEN);
    });
  const { width, height, pages = 1, autoOrient } = metadata;
  if (width * height > PIXELS_MAX) throw refusal(TOO_MANY_PIXELS);
  if (decodedBytes(metadata) > DECODED_MAX || countScans(content) > SCANS_MAX) throw refusal(TOO_COSTLY);
  if (pages > 1) throw refusal(ANIMATED);
  if (smallest && (autoOrient.width < smallest.width || autoOrient.height < smallest.height)) {
    throw refusal(`画像が小さすぎます。${smallest.width}×${smallest.height}ピクセル以上の画像を選択してください。`);
  }
  try {
    const { data, info } = await sharp(content, { limitInputPixels: PIXELS_MAX, failOn: "truncated" })
      .autoOrient()
      .resize(resize)
      .flatten({ background: "#ffffff" })
      .toColourspace("srgb")
      .timeout({ seconds: TIME_MAX })
      .raw()
      .toBuffer({ resolveWithObject: true });
    const [r = 0, g = 0, b = 0] = data;
    const { width, height, channels } = info;
    return { corner: { r, g, b }, encoder: () => sharp(data, { raw: { width, height, channels } }) };
  } catch {
    throw refusal(BROKEN);
  }
}

/** An interlaced PNG is decoded as a whole before it is scaled, so it counts twice. */
function decodedBytes({ format, width, height, channels, depth, isProgressive }: Metadata): number {
  const sampleBytes = depth === "ushort" ? 2 : 1;
  return width * height * channels * sampleBytes * (format === "png" && isProgressive ? 2 : 1);
}

/** The beginning of an SVG may be a long comment. */
function isDrawing(content: Uint8Array): boolean {
  return /^\s*<[^]*<svg|^\s*<svg/i.test(Buffer.from(content.subarray(0, 4096)).toString("latin1"));
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
