import { open } from "node:fs/promises";
import { join } from "node:path";
import { HEAD_BYTES, videoEnding } from "../../files/video-files/content-type.ts";
import type { MediaStorage } from "../../files/storage/storage.ts";
import type { HostAnswer } from "./oembed.ts";

/** Reads a video file's first bytes. A storage that does not answer says nothing about the file. Never rejects. */
export async function checkFile(storage: MediaStorage, name: string, signal: AbortSignal): Promise<HostAnswer> {
  try {
    // A folder that is not mounted looks like one without files.
    await storage.check(signal);
    const head = await readHead(storage, name);
    if (head === null) return "removed";
    return videoEnding(head) === null ? "unreadable" : "plays";
  } catch (error) {
    return { reason: error instanceof Error ? error.name : "the storage does not answer", retryAfter: null };
  }
}

/** @returns null when there is no such file */
async function readHead(storage: MediaStorage, name: string): Promise<Buffer | null> {
  const source = storage.source("videos");
  if ("folder" in source) return readLocalHead(join(source.folder, name));
  const bytes = await source.size(name);
  if (bytes === null) return null;
  // An empty file has no range.
  if (bytes === 0) return Buffer.alloc(0);
  const stored = await source.read(name, { range: `bytes=0-${HEAD_BYTES - 1}` });
  if (stored === null || stored === "unsatisfiable") return null;
  const chunks: Buffer[] = [];
  let size = 0;
  // Leaving the loop closes the stream, also of a bucket that sends the whole file.
  for await (const chunk of stored.stream) {
    chunks.push(chunk as Buffer);
    size += (chunk as Buffer).length;
    if (size >= HEAD_BYTES) break;
  }
  return Buffer.concat(chunks).subarray(0, HEAD_BYTES);
}

async function readLocalHead(path: string): Promise<Buffer | null> {
  try {
    const file = await open(path, "r");
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
      return buffer.subarray(0, bytesRead);
    } finally {
      await file.close();
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}
