import { decodePicture } from "./decode.ts";

/** Widths in pixels, which file names end with. */
export const THUMBNAIL_WIDTHS = [640, 320];

const QUALITY = 80;

/**
 * Crops a picture to 16:9 and encodes it in every width.
 * @returns WebP files, in the order of THUMBNAIL_WIDTHS
 * @throws AppError 400 about `thumbnail`
 */
export async function encodeThumbnail(given: Uint8Array): Promise<Uint8Array[]> {
  // The picture is decoded once, and each width is made from the largest.
  const [largest = 0] = THUMBNAIL_WIDTHS;
  const resize = { ...sizeOf(largest), fit: "cover", position: "centre" } as const;
  const { encoder } = await decodePicture(given, { field: "thumbnail", resize });
  return Promise.all(
    THUMBNAIL_WIDTHS.map((width) => encoder().resize(sizeOf(width)).webp({ quality: QUALITY }).toBuffer()),
  );
}

/** 16:9. */
const sizeOf = (width: number) => ({ width, height: (width * 9) / 16 });
