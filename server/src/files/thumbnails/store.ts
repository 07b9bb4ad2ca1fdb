import { randomUUID } from "node:crypto";
import { AppError } from "../../http/app-error.ts";
import type { MediaStorage } from "../storage/storage.ts";
import { encodeThumbnail, THUMBNAIL_WIDTHS } from "./encode.ts";

const files = (name: string) => THUMBNAIL_WIDTHS.map((width) => `${name}-${width}.webp`);

/**
 * Stores a picture under a random name for as long as `work` needs to write that name down; when that is refused, the
 * picture goes again. When the database goes away meanwhile, nobody knows what it kept: files/storage/delete-expired-files.ts looks a day later.
 * Without a picture, `work` is given null.
 */
export async function withThumbnail<T>(
  storage: MediaStorage,
  picture: File | undefined,
  work: (name: string | null) => Promise<T>,
): Promise<T> {
  // Forms of browsers send an empty file where none was chosen.
  if (picture === undefined || (picture.size === 0 && picture.name === "")) return work(null);
  const pictures = await encodeThumbnail(new Uint8Array(await picture.arrayBuffer()));
  const name = randomUUID();
  try {
    for (const [place, file] of files(name).entries()) {
      await storage.write("thumbnails", file, pictures[place] ?? new Uint8Array());
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

/** The picture that a file belongs to; null: no file of ours. */
export function pictureOf(file: string): string | null {
  const ending = THUMBNAIL_WIDTHS.map((width) => `-${width}.webp`).find((each) => file.endsWith(each));
  return ending === undefined ? null : file.slice(0, -ending.length);
}

/**
 * After the commit that let go of it: pages that were loaded before still show it, so it stays a day longer (see
 * files/storage/delete-expired-files.ts).
 */
export async function letThumbnailGo(storage: MediaStorage, name: string | null): Promise<void> {
  if (name === null) return;
  for (const file of files(name)) await storage.touch("thumbnails", file);
}

/** At once: nobody sees it any more. */
export async function removeThumbnail(storage: MediaStorage, name: string | null): Promise<void> {
  if (name === null) return;
  for (const file of files(name)) await storage.remove("thumbnails", file);
}
