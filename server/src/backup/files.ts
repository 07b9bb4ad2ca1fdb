import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, open, readdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import * as z from "zod/mini";
import type { MediaKind, MediaStorage } from "../files/storage/storage.ts";
import { OperatorError } from "../errors/operator-error.ts";
import { Digest, digestOf } from "./digest.ts";
import { type BackupFile, FilePath, filePath } from "./manifest.ts";

/** DATA_DIR, and the bucket of videos and pictures if there is one. */
export interface FileLocation {
  dataDir: string;
  bucket: MediaStorage | null;
}

/** Folders of DATA_DIR in a backup. Other files can be generated again or, as the outbox, were delivered. */
const MEDIA = ["media/videos", "media/thumbnails"];
const SANDBOX = "sandbox";

/** Bytes per part of a restored upload. */
const PART = 2 * 1024 * 1024;

/**
 * @param uploads ids of unfinished uploads
 * @param warn receives a line per foreign file
 * @returns paths below `dataDir`, also for files of a bucket
 */
export async function filesOf(
  { dataDir, bucket }: FileLocation,
  uploads: string[],
  warn: (line: string) => void,
): Promise<string[]> {
  const found: string[] = [];
  for (const folder of bucket ? [SANDBOX] : [...MEDIA, SANDBOX]) {
    const entries = await readdir(join(dataDir, folder), { withFileTypes: true }).catch(ignoreMissing);
    for (const entry of entries ?? []) if (entry.isFile()) found.push(`${folder}/${entry.name}`);
  }
  for (const kind of ["videos", "thumbnails"] as const) {
    for (const { name } of (await bucket?.list(kind)) ?? []) found.push(`media/${kind}/${name}`);
  }
  const incoming = bucket
    ? (await bucket.incoming.list()).map(({ id }) => id)
    : ((await readdir(join(dataDir, "media/incoming")).catch(ignoreMissing)) ?? []);
  for (const id of uploads) if (incoming.includes(id)) found.push(`media/incoming/${id}`);
  if ((await readdir(dataDir)).includes("auth-secret")) found.push("auth-secret");
  return found.filter((path) => {
    const isOurs = z.safeParse(FilePath, path).success;
    if (!isOurs) warn(`${path} has no name that the service gives, and is not in it.`);
    return isOurs;
  });
}

/** Copies one file into a backup. @returns null when it was deleted in the meantime */
export async function copyToBackup(location: FileLocation, path: string, folder: string): Promise<BackupFile | null> {
  const target = filePath(folder, path);
  await mkdir(dirname(target), { recursive: true, mode: 0o700 });
  try {
    const source = await read(location, path);
    return source && { path, ...(await copy(source, target)) };
  } catch (error) {
    await rm(target, { force: true });
    await ignoreMissing(error);
    return null;
  }
}

/** @returns paths of files that exist with other content */
export async function conflictingFiles(location: FileLocation, files: BackupFile[]): Promise<string[]> {
  const conflicts: string[] = [];
  for (const file of files) if ((await stateOf(location, file)) === "other") conflicts.push(file.path);
  return conflicts;
}

/** Restores a file atomically. */
export async function restoreFile(folder: string, location: FileLocation, file: BackupFile): Promise<void> {
  if ((await stateOf(location, file)) === "same") return;
  const inBucket = location.bucket === null ? null : keyInBucket(file.path);
  if (location.bucket === null || inBucket === null) return restoreToDisk(folder, location.dataDir, file);
  const source = filePath(folder, file.path);
  const { kind, name } = inBucket;
  if (kind === "incoming") await restoreParts(location.bucket, name, source);
  else await location.bucket.save(kind, name, source);
  if ((await stateOf(location, file)) !== "same") {
    throw new OperatorError(`${file.path} is not in the bucket as it was in the backup.`);
  }
}

async function restoreToDisk(folder: string, dataDir: string, file: BackupFile): Promise<void> {
  const target = join(dataDir, file.path);
  await mkdir(dirname(target), { recursive: true, mode: 0o700 });
  const unfinished = `${target}.restored`;
  await rm(unfinished, { force: true });
  const { sha256 } = await copy(createReadStream(filePath(folder, file.path)), unfinished);
  if (sha256 !== file.sha256) throw new OperatorError(`${file.path} changed while it was restored.`);
  await rename(unfinished, target);
}

async function restoreParts({ incoming }: MediaStorage, id: string, source: string): Promise<void> {
  await incoming.discard(id);
  const file = await open(source);
  try {
    for (let position = 0; ;) {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(PART), 0, PART, position);
      if (bytesRead === 0) return;
      await incoming.append(id, buffer.subarray(0, bytesRead), position);
      position += bytesRead;
    }
  } finally {
    await file.close();
  }
}

/** @returns null for a file that is always on disk */
function keyInBucket(path: string): { kind: MediaKind | "incoming"; name: string } | null {
  const [, kind, name] = /^media\/(videos|thumbnails|incoming)\/(.+)$/.exec(path) ?? [];
  return kind === undefined || name === undefined ? null : { kind: kind as MediaKind | "incoming", name };
}

/** @returns null when the bucket has no such file; on disk it fails with ENOENT */
async function read({ dataDir, bucket }: FileLocation, path: string): Promise<Readable | null> {
  const inBucket = bucket && keyInBucket(path);
  if (!bucket || !inBucket) return createReadStream(join(dataDir, path));
  const { kind, name } = inBucket;
  if (kind === "incoming") return bucket.incoming.read(name);
  const source = bucket.source(kind);
  if ("folder" in source) return createReadStream(join(source.folder, name));
  const found = await source.read(name, {});
  return found === null || found === "unsatisfiable" ? null : found.stream;
}

async function stateOf(location: FileLocation, file: BackupFile): Promise<"absent" | "same" | "other"> {
  const source = await read(location, file.path);
  const found = source && (await digestOf(source).catch(ignoreMissing));
  // An upload without bytes counts as absent.
  if (!found || (found.bytes === 0 && file.bytes > 0)) return "absent";
  return found.sha256 === file.sha256 ? "same" : "other";
}

async function copy(source: Readable, target: string): Promise<{ bytes: number; sha256: string }> {
  const digest = new Digest();
  const out = createWriteStream(target, { flags: "wx", mode: 0o600, flush: true });
  await pipeline(source, digest, out);
  return { bytes: digest.bytes, sha256: digest.sha256 };
}

async function ignoreMissing(error: unknown): Promise<null> {
  if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  return null;
}
