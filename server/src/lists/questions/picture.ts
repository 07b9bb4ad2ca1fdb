import { decodePicture } from "../../files/thumbnails/decode.ts";

/** Pixels that show a whole screen with its texts. */
const PICTURE_SIZE = { width: 1600, height: 1600, fit: "inside", withoutEnlargement: true } as const;
const PICTURE_QUALITY = 80;

/** @returns a WebP without metadata @throws AppError 400 about `picture` */
export async function encodePicture(picture: File): Promise<Buffer> {
  const given = new Uint8Array(await picture.arrayBuffer());
  const { encoder } = await decodePicture(given, { field: "picture", resize: PICTURE_SIZE });
  return encoder().webp({ quality: PICTURE_QUALITY }).toBuffer();
}
