import { validationError } from "../../http/app-error.ts";

/** Widths in pixels that the pages ask for, by the name's ending. */
export const THUMBNAIL_WIDTHS = [640, 320];

/** Larger ones are refused before any of their pixels is decoded. */
const PIXELS_MAX = 50_000_000;

const QUALITY = 80;

/**
 * Loaded with the first picture: a server that gets none starts sooner, and 23 MB smaller. Pictures are rare here, so
 * they must not keep memory either, nor take both cores from those who watch.
 */
async function loadSharp() {
  const { default: sharp } = await import("sharp");
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp;
}

const REFUSED = "JPEG・PNG・WebPの画像を選択してください。";
const BROKEN = "画像を読み取れませんでした。別の画像を選択してください。";
const ANIMATED = "動く画像は使えません。静止画を選択してください。";
const TOO_MANY_PIXELS = "画像が大きすぎます。縦横の画素数の積が5,000万以下の画像を選択してください。";

/**
 * Cuts a picture to 16:9 and encodes it anew in every width, upright, without what the file said beside its pixels.
 * What it is is told by its bytes alone.
 * @returns WebP files, in the order of THUMBNAIL_WIDTHS
 * @throws AppError 400 about `thumbnail`
 */
export async function encodeThumbnail(content: Uint8Array): Promise<Uint8Array[]> {
  if (!isKnown(content)) throw refusal(REFUSED);
  const sharp = await loadSharp();
  const { width, height, pages = 1 } = await look(sharp, content);
  if (width * height > PIXELS_MAX) throw refusal(TOO_MANY_PIXELS);
  if (pages > 1) throw refusal(ANIMATED);
  try {
    const upright = sharp(content, { limitInputPixels: PIXELS_MAX, failOn: "truncated" }).autoOrient();
    return await Promise.all(
      THUMBNAIL_WIDTHS.map((size) =>
        upright
          .clone()
          .resize(size, (size * 9) / 16, { fit: "cover", position: "centre" })
          .flatten({ background: "#ffffff" })
          .webp({ quality: QUALITY })
          .toBuffer(),
      ),
    );
  } catch {
    throw refusal(BROKEN);
  }
}

/** Reads the head of the file. */
async function look(
  sharp: Awaited<ReturnType<typeof loadSharp>>,
  content: Uint8Array,
): Promise<{ width: number; height: number; pages?: number | undefined }> {
  try {
    return await sharp(content, { limitInputPixels: false }).metadata();
  } catch {
    throw refusal(BROKEN);
  }
}

/** The first bytes of a JPEG, a PNG or a WebP: nothing else is shown to the decoder. */
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
