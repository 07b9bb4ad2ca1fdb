import { randomUUID } from "node:crypto";
import {
  access,
  copyFile,
  mkdir,
  open,
  readdir,
  rename,
  rm,
  stat,
  utimes,
  writeFile,
} from "node:fs/promises";
import { join } from "node:path";
import { StartupFault } from "../startup-fault.ts";
import type { IncomingFiles, MediaKind, MediaStorage } from "./storage.ts";

/**
 * Files in `<dataDir>/media`; makes the folders.
 * @throws StartupFault
 */
export async function openLocalStorage(dataDir: string): Promise<MediaStorage> {
  const folder = (kind: MediaKind) => join(dataDir, "media", kind);
  const path = (kind: MediaKind, name: string) => join(folder(kind), name);
  // On the same disk, so that a file that has come as a whole is stored by renaming it.
  const incoming = join(dataDir, "media", "incoming");
  try {
    for (const each of [folder("videos"), folder("thumbnails"), incoming])
      await mkdir(each, { recursive: true });
  } catch (error) {
    throw new StartupFault(`DATA_DIR ${dataDir} cannot be written: ${(error as Error).message}.`);
  }
  return {
    source: (kind) => ({ folder: folder(kind) }),
    incoming: incomingFiles(incoming),
    save: (kind, name, source) => copyFile(source, path(kind, name)),
    write: async (kind, name, content) => {
      const unfinished = join(incoming, randomUUID());
      await writeFile(unfinished, content);
      await rename(unfinished, path(kind, name));
    },
    take: (kind, name, upload) => rename(join(incoming, upload), path(kind, name)),
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

function incomingFiles(folder: string): IncomingFiles {
  const path = (id: string) => join(folder, id);
  return {
    begin: async (id) => (await open(path(id), "wx")).close(),
    append: async (id, bytes, position) => {
      const file = await open(path(id), "r+");
      try {
        await file.write(bytes, 0, bytes.length, position);
      } finally {
        await file.close();
      }
    },
    head: async (id, length) => {
      const file = await open(path(id), "r");
      try {
        const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, 0);
        return buffer.subarray(0, bytesRead);
      } finally {
        await file.close();
      }
    },
    discard: (id) => rm(path(id), { force: true }),
  };
}
