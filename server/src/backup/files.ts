import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, open, readdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import * as z from "zod/mini";
import type { MediaKind, MediaStorage } from "../files/storage/storage.ts";
import { OperatorError } from "../runtime/operator-error.ts";
import { Digest, digestOf } from "./digest.ts";
import { type BackupFile, FilePath, filePath } from "./manifest.ts";

/** Where the service's files lie: in DATA_DIR, or, as for videos and pictures, in a bucket. */
export interface FilePlace {
  dataDir: string;
  bucket: MediaStorage | null;
}

/** Folders of DATA_DIR whose files are kept. What is not here is made again, or was handed over (the outbox). */
const MEDIA = ["media/videos", "media/thumbnails"];
const SANDBOX = "sandbox";

/** Bytes that go back at once into an upload that was still coming. */
const PART = 2 * 1024 * 1024;

/**
 * Files to be kept, by where they lie below `dataDir` when there is no bucket.
 * @param uploads ids of videos that are still coming
 * @param warn hears of files that are not ours
 */
export async function filesOf(
  { dataDir, bucket }: FilePlace,
  uploads: string[],
  warn: (line: string) => void,
): Promise<string[]> {
  const found: string[] = [];
  for (const folder of bucket ? [SANDBOX] : [...MEDIA, SANDBOX]) {
    const entries = await readdir(join(dataDir, folder), { withFileTypes: true }).catch(absent);
    for (const entry of entries ?? []) if (entry.isFile()) found.push(`${folder}/${entry.name}`);
  }
  for (const kind of ["videos", "thumbnails"] as const) {
    for (const { name } of (await bucket?.list(kind)) ?? []) found.push(`media/${kind}/${name}`);
  }
  const incoming = bucket
    ? (await bucket.incoming.list()).map(({ id }) => id)
    : ((await readdir(join(dataDir, "media/incoming")).catch(absent)) ?? []);
  for (const id of uploads) if (incoming.includes(id)) found.push(`media/incoming/${id}`);
  if ((await readdir(dataDir)).includes("auth-secret")) found.push("auth-secret");
  return found.filter((path) => {
    const isOurs = z.safeParse(FilePath, path).success;
    if (!isOurs) warn(`${path} has no name that the service gives, and is not in it.`);
    return isOurs;
  });
}

/** Copies one file into a backup. @returns null when it was deleted in the meantime */
export async function keepFile(place: FilePlace, path: string, folder: string): Promise<BackupFile | null> {
  const target = filePath(folder, path);
  await mkdir(dirname(target), { recursive: true, mode: 0o700 });
  try {
    const source = await read(place, path);
    return source && { path, ...(await copy(source, target)) };
  } catch (error) {
    await rm(target, { force: true });
    await absent(error);
    return null;
  }
}

/** The kept files that stand where they belong already, with other content. */
export async function filesInTheWay(place: FilePlace, files: BackupFile[]): Promise<string[]> {
  const inTheWay: string[] = [];
  for (const file of files) if ((await stateOf(place, file)) === "other") inTheWay.push(file.path);
  return inTheWay;
}

/** Puts a kept file back: whole or not at all. */
export async function putBack(folder: string, place: FilePlace, file: BackupFile): Promise<void> {
  if ((await stateOf(place, file)) === "same") return;
  const inBucket = place.bucket === null ? null : placeInBucket(file.path);
  if (place.bucket === null || inBucket === null) return putOnDisk(folder, place.dataDir, file);
  const kept = filePath(folder, file.path);
  const { kind, name } = inBucket;
  if (kind === "incoming") await sendParts(place.bucket, name, kept);
  else await place.bucket.save(kind, name, kept);
  if ((await stateOf(place, file)) !== "same") {
    throw new OperatorError(`${file.path} is not in the bucket as it was kept.`);
  }
}

async function putOnDisk(folder: string, dataDir: string, file: BackupFile): Promise<void> {
  const target = join(dataDir, file.path);
  await mkdir(dirname(target), { recursive: true });
  const unfinished = `${target}.restored`;
  await rm(unfinished, { force: true });
  const { sha256 } = await copy(createReadStream(filePath(folder, file.path)), unfinished);
  if (sha256 !== file.sha256) throw new OperatorError(`${file.path} changed while it was restored.`);
  await rename(unfinished, target);
}

async function sendParts({ incoming }: MediaStorage, id: string, kept: string): Promise<void> {
  await incoming.discard(id);
  const file = await open(kept);
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

/** @returns null for a file that never lies in the bucket */
function placeInBucket(path: string): { kind: MediaKind | "incoming"; name: string } | null {
  const [, kind, name] = /^media\/(videos|thumbnails|incoming)\/(.+)$/.exec(path) ?? [];
  return kind === undefined || name === undefined ? null : { kind: kind as MediaKind | "incoming", name };
}

/** @returns null when there is no such file in the bucket; one on the disk fails with ENOENT */
async function read({ dataDir, bucket }: FilePlace, path: string): Promise<Readable | null> {
  const inBucket = bucket && placeInBucket(path);
  if (!bucket || !inBucket) return createReadStream(join(dataDir, path));
  const { kind, name } = inBucket;
  if (kind === "incoming") return bucket.incoming.read(name);
  const source = bucket.source(kind);
  if ("folder" in source) return createReadStream(join(source.folder, name));
  const found = await source.read(name, undefined);
  return found === null || found === "unsatisfiable" ? null : found.stream;
}

async function stateOf(place: FilePlace, file: BackupFile): Promise<"absent" | "same" | "other"> {
  const source = await read(place, file.path);
  const found = source && (await digestOf(source).catch(absent));
  // An upload of which nothing has come is not there either.
  if (!found || (found.bytes === 0 && file.bytes > 0)) return "absent";
  return found.sha256 === file.sha256 ? "same" : "other";
}

async function copy(source: Readable, target: string): Promise<{ bytes: number; sha256: string }> {
  const digest = new Digest();
  const out = createWriteStream(target, { flags: "wx", mode: 0o600, flush: true });
  await pipeline(source, digest, out);
  return { bytes: digest.bytes, sha256: digest.sha256 };
}

/** What is not there is no failure. */
async function absent(error: unknown): Promise<null> {
  if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  return null;
}
