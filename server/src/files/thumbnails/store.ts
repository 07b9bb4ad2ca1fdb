import { randomUUID } from "node:crypto";
import { AppError, validationError } from "../../errors/app-error.ts";
import type { MediaStorage } from "../storage/storage.ts";
import { encodeThumbnail, THUMBNAIL_WIDTHS } from "./encode.ts";

const files = (name: string) => THUMBNAIL_WIDTHS.map((width) => `${name}-${width}.webp`);

/**
 * Stores a picture under a random name and passes the name to `work`, or null without a picture. An AppError removes the
 * picture. After any other error the transaction's outcome is unknown, so delete-expired-files.ts decides later.
 */
export async function withThumbnail<T>(
  storage: MediaStorage,
  picture: File | undefined,
  work: (name: string | null) => Promise<T>,
): Promise<T> {
  // Browsers send an empty file when none was chosen.
  if (picture === undefined || (picture.size === 0 && picture.name === "")) return work(null);
  const pictures = await encodeThumbnail(new Uint8Array(await picture.arrayBuffer()));
  const name = randomUUID();
  try {
    for (const [index, file] of files(name).entries()) {
      await storage.write("thumbnails", file, pictures[index] ?? new Uint8Array());
    }
  } catch (error) {
    await removeThumbnail(storage, name);
    throw error;
  }
  try {
    return await work(name);
  } catch (error) {
    if (error instanceof AppError) await removeThumbnail(storage, name);
    throw error;
  }
}

/** @returns the picture that a file belongs to; null for a foreign file */
export function pictureOf(file: string): string | null {
  const ending = THUMBNAIL_WIDTHS.map((width) => `-${width}.webp`).find((each) => file.endsWith(each));
  return ending === undefined ? null : file.slice(0, -ending.length);
}

const ADDRESS = /^(?:https?:\/\/[^/?#]+)?\/media\/thumbnails\/([\w.-]+)$/;

/** Of the video that has the captured id. The page shows it where no other picture is stored. */
const YOUTUBE_ADDRESS = /^https:\/\/(?:i|img)\.(?:ytimg|youtube)\.com\/vi(?:_webp)?\/([\w-]{11})\/[\w.]+$/;

/**
 * Reads the address of a picture that the page may load, as staff write it: of a stored one, with or without the API's
 * host, or YouTube's of the same video. Choosing a replaced picture again saves its files from deletion.
 * @param video the video's present picture, and its id at YouTube
 * @returns its name; null for an empty text and for YouTube's picture
 * @throws AppError 400 about `thumbnail`
 */
export async function chosenThumbnail(
  storage: MediaStorage,
  address: string | null,
  { current, youtube_id }: { current: string | null; youtube_id: string | null },
): Promise<string | null> {
  if (address === null || address === "") return null;
  if (youtube_id !== null && YOUTUBE_ADDRESS.exec(address)?.[1] === youtube_id) return null;
  const name = pictureOf(ADDRESS.exec(address)?.[1] ?? "");
  if (name !== null && name === current) return name;
  if (name === null || !(await storage.has("thumbnails", files(name)[0] ?? ""))) {
    throw validationError({
      thumbnail: [
        "この画像のURLは使用できません。画像ファイルを選択するか、登録済みの画像またはこの動画のYouTubeの画像のURLを入力してください。",
      ],
    });
  }
  for (const file of files(name)) await storage.touch("thumbnails", file);
  return name;
}

/** Call it after the commit that replaced the picture. Loaded pages still show it, and the change can be taken back: it stays as long as the trash. */
export async function markThumbnailReplaced(storage: MediaStorage, name: string | null): Promise<void> {
  if (name === null) return;
  for (const file of files(name)) await storage.touch("thumbnails", file);
}

export async function removeThumbnail(storage: MediaStorage, name: string | null): Promise<void> {
  if (name === null) return;
  for (const file of files(name)) await storage.remove("thumbnails", file);
}
