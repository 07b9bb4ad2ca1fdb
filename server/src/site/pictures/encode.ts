import { createHash } from "node:crypto";
import type { SitePictureKind } from "@manabiya/contract/site/form.ts";
import { LANDING_FILE } from "./stored-pictures.ts";
import { validationError } from "../../errors/app-error.ts";
import { decodePicture } from "../../files/thumbnails/decode.ts";

/** The part of a side that a round mask never cuts: the diagonal of such a square is shorter than the mask. */
const MASKED_PART = 0.7;

const QUALITY = 85;

type Files = [path: string, content: Buffer][];

/**
 * Draws the icon in every size from one picture. Its first pixel's colour fills what the picture leaves free.
 * @throws AppError 400 about `picture`
 */
async function encodeIcon(given: Uint8Array): Promise<Files> {
  const { corner: background, encoder } = await decodePicture(given, {
    field: "picture",
    resize: { width: 512, height: 512, fit: "inside" },
    smallest: { width: 192, height: 192 },
  });
  const draw = (side: number, part = 1) => {
    const inner = Math.round(side * part);
    const left = Math.floor((side - inner) / 2);
    const right = side - inner - left;
    return encoder()
      .resize({ width: inner, height: inner, fit: "contain", background })
      .extend({ top: left, bottom: right, left, right, background })
      .png()
      .toBuffer();
  };
  return [
    ["/icon-512.png", await draw(512)],
    ["/icon-192.png", await draw(192)],
    ["/icon-maskable.png", await draw(512, MASKED_PART)],
    ["/apple-touch-icon.png", await draw(180)],
    ["/favicon.ico", await draw(48)],
    ["/favicon.svg", roundedTile(await draw(96))],
  ];
}

/** The corners are round, as in the product's own mark. The picture is inside, because an image loads no other file. */
function roundedTile(png: Buffer): Buffer {
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><clipPath id="t"><rect width="32" height="32" rx="8"/></clipPath><image width="32" height="32" clip-path="url(#t)" href="data:image/png;base64,${png.toString("base64")}"/></svg>`,
  );
}

/** @throws AppError 400 about `picture` */
async function encodeSharePicture(given: Uint8Array): Promise<Files> {
  const { encoder } = await decodePicture(given, {
    field: "picture",
    resize: { width: 1200, height: 630, fit: "cover", position: "centre" },
    smallest: { width: 600, height: 315 },
  });
  return [["/og.png", await encoder().jpeg({ quality: QUALITY }).toBuffer()]];
}

/** Pixels of the pictures in landing pages. */
const LANDING_SIZES = { hero_picture: { width: 800, height: 600 }, teacher_picture: { width: 400, height: 400 } };
/** Bytes. With both pictures and six videos the page stays within 120 kB. */
export const LANDING_PICTURE_MAX = 25_000;
/** The first that gives few enough bytes. */
const LANDING_QUALITIES = [80, 65, 50, 35, 20];

/** @throws AppError 400 about `picture` */
async function encodeLandingPicture(kind: keyof typeof LANDING_SIZES, given: Uint8Array): Promise<Files> {
  const size = LANDING_SIZES[kind];
  const { encoder } = await decodePicture(given, {
    field: "picture",
    resize: { ...size, fit: "cover", position: "centre" },
    smallest: { width: size.width / 2, height: size.height / 2 },
  });
  for (const quality of LANDING_QUALITIES) {
    const content = await encoder().webp({ quality, effort: 6 }).toBuffer();
    if (content.length <= LANDING_PICTURE_MAX) return [[LANDING_FILE, content]];
  }
  throw validationError({ picture: ["画像が細かすぎて、ページが重くなります。別の画像を選択してください。"] });
}

/** @returns the files to serve, under an id that derives from them */
export async function encodeSitePicture(kind: SitePictureKind, picture: File) {
  const given = new Uint8Array(await picture.arrayBuffer());
  const files = await encodeAs(kind, given);
  const hash = createHash("sha256");
  for (const [path, content] of files) hash.update(path).update(content);
  return { id: hash.digest("hex").slice(0, 32), files };
}

function encodeAs(kind: SitePictureKind, given: Uint8Array): Promise<Files> {
  if (kind === "icon") return encodeIcon(given);
  return kind === "share_picture" ? encodeSharePicture(given) : encodeLandingPicture(kind, given);
}
