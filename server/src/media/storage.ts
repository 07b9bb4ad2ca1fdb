import { access, copyFile, mkdir, readdir, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { StartupFault } from "../startup-fault.ts";

export type MediaKind = "videos" | "thumbnails";

/** Where uploaded files lie. `name` has no folders in it. */
export interface MediaStorage {
  /** The folder that holds the files of a kind. */
  folder(kind: MediaKind): string;
  /** The folder for what has not come as a whole yet; on the same disk. */
  incoming: string;
  /** Stores a copy of a file. */
  save(kind: MediaKind, name: string, source: string): Promise<void>;
  /** Stores bytes: as a whole or not at all. */
  write(kind: MediaKind, name: string, content: Uint8Array): Promise<void>;
  /** Stores a file of `incoming`, which is gone then. */
  take(kind: MediaKind, name: string, source: string): Promise<void>;
  has(kind: MediaKind, name: string): Promise<boolean>;
  /** Counts as stored now: what was let go of can be had back for as long as what was deleted. */
  touch(kind: MediaKind, name: string): Promise<void>;
  /** Every file of a kind, and when it was stored or touched: milliseconds since 1970. */
  list(kind: MediaKind): Promise<{ name: string; changed: number }[]>;
  /** No failure when there is none. */
  remove(kind: MediaKind, name: string): Promise<void>;
}

/**
 * Files in `<dataDir>/media`; makes the folders.
 * @throws StartupFault
 */
export async function openLocalStorage(dataDir: string): Promise<MediaStorage> {
  const folder = (kind: MediaKind) => join(dataDir, "media", kind);
  const path = (kind: MediaKind, name: string) => join(folder(kind), name);
  const incoming = join(dataDir, "media", "incoming");
  try {
    for (const each of [folder("videos"), folder("thumbnails"), incoming])
      await mkdir(each, { recursive: true });
  } catch (error) {
    throw new StartupFault(`DATA_DIR ${dataDir} cannot be written: ${(error as Error).message}.`);
  }
  return {
    folder,
    incoming,
    save: (kind, name, source) => copyFile(source, path(kind, name)),
    write: async (kind, name, content) => {
      const unfinished = join(incoming, randomUUID());
      await writeFile(unfinished, content);
      await rename(unfinished, path(kind, name));
    },
    take: (kind, name, source) => rename(source, path(kind, name)),
    has: (kind, name) =>
      access(path(kind, name)).then(
        () => true,
        () => false,
      ),
    touch: async (kind, name) => {
      const now = new Date();
      await utimes(path(kind, name), now, now).catch(() => undefined);
    },
    list: async (kind) => {
      const names = await readdir(folder(kind));
      const found = await Promise.all(names.map((name) => stat(path(kind, name)).catch(() => null)));
      return names.flatMap((name, place) => {
        const changed = found[place]?.mtimeMs;
        return changed === undefined ? [] : [{ name, changed }];
      });
    },
    remove: (kind, name) => rm(path(kind, name), { force: true }),
  };
}
