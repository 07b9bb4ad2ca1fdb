import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createReadStream } from "node:fs";
import {
  access,
  chmod,
  constants,
  copyFile,
  type FileHandle,
  link,
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
import { OperatorError } from "../../errors/operator-error.ts";
import { PRIVATE_FILE, PRIVATE_FOLDER } from "../../config/private-files.ts";
import type { IncomingFiles, MediaKind, MediaStorage } from "./storage.ts";

/**
 * Stores files in `<dataDir>/media`.
 * @throws OperatorError
 */
export async function openLocalStorage(dataDir: string): Promise<MediaStorage> {
  const folder = (kind: MediaKind) => join(dataDir, "media", kind);
  const path = (kind: MediaKind, name: string) => join(folder(kind), name);
  // On the same file system, so that a complete file is stored by a rename.
  const incoming = join(dataDir, "media", "incoming");
  try {
    for (const each of [folder("videos"), folder("thumbnails"), incoming]) {
      await mkdir(each, { recursive: true, mode: PRIVATE_FOLDER });
    }
  } catch (error) {
    throw new OperatorError(`DATA_DIR ${dataDir} cannot be written: ${(error as Error).message}.`);
  }
  /** Writes a file atomically, also on a full disk. */
  const atomically = async (kind: MediaKind, name: string, write: (unfinished: string) => Promise<void>) => {
    const unfinished = join(incoming, randomUUID());
    try {
      await write(unfinished);
      await rename(unfinished, path(kind, name));
    } finally {
      await rm(unfinished, { force: true });
    }
  };
  return {
    // A network file system that is away never answers.
    check: (signal) =>
      Promise.race([
        access(incoming, constants.W_OK),
        once(signal, "abort").then(() => Promise.reject(signal.reason as Error)),
      ]),
    source: (kind) => ({ folder: folder(kind) }),
    incoming: incomingFiles(incoming),
    save: (kind, name, source) => atomically(kind, name, (unfinished) => copyPrivately(source, unfinished)),
    write: (kind, name, content) =>
      atomically(kind, name, (unfinished) => writeFile(unfinished, content, { flush: true, mode: PRIVATE_FILE })),
    finish: async (kind, name, upload) => {
      const source = join(incoming, upload);
      try {
        await link(source, path(kind, name));
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException;
        if (code === "EEXIST") return;
        if (code === "ENOENT") throw error;
        // Not every file system supports hard links.
        await atomically(kind, name, (unfinished) => copyPrivately(source, unfinished));
      }
    },
    has: (kind, name) =>
      access(path(kind, name)).then(
        () => true,
        () => false,
      ),
    touch: async (kind, name) => {
      const now = new Date();
      await utimes(path(kind, name), now, now).catch(() => undefined);
    },
    list: async (kind) => statesOf(folder(kind), await readdir(folder(kind))),
    remove: (kind, name) => rm(path(kind, name), { force: true }),
  };
}

function incomingFiles(folder: string): IncomingFiles {
  const path = (id: string) => join(folder, id);
  return {
    append: async (id, bytes, position) => {
      const file = await open(path(id), constants.O_RDWR | constants.O_CREAT, PRIVATE_FILE);
      try {
        await writeAll(file, bytes, position);
        await file.datasync();
      } catch (error) {
        await file.truncate(position);
        throw error;
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
    read: async (id) => createReadStream(path(id)),
    discard: (id) => rm(path(id), { force: true }),
    list: async () =>
      (await statesOf(folder, await readdir(folder))).map(({ name, changed }) => ({ id: name, changed })),
  };
}

/** A copy has the mode of its source, whatever the umask. */
async function copyPrivately(source: string, target: string): Promise<void> {
  await copyFile(source, target);
  await chmod(target, PRIVATE_FILE);
}

/** On a disk that fills up a write succeeds in part; only the next one fails. */
async function writeAll(file: FileHandle, bytes: Buffer, position: number): Promise<void> {
  for (let offset = 0; offset < bytes.length;) {
    const { bytesWritten } = await file.write(bytes, offset, bytes.length - offset, position + offset);
    offset += bytesWritten;
  }
}

/** Skips files that were deleted meanwhile. */
async function statesOf(folder: string, names: string[]): Promise<{ name: string; changed: number }[]> {
  const found = await Promise.all(names.map((name) => stat(join(folder, name)).catch(() => null)));
  return names.flatMap((name, index) => {
    const changed = found[index]?.mtimeMs;
    return changed === undefined ? [] : [{ name, changed }];
  });
}
