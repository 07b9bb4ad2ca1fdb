import { inspectFilm } from "../../files/video-files/inspect.ts";
import type { MediaStorage } from "../../files/storage/storage.ts";
import type { HostAnswer } from "./oembed.ts";

/** Looks into a video file, as its upload did. A storage that does not answer says nothing about the file. Never rejects. */
export async function checkFile(storage: MediaStorage, name: string, signal: AbortSignal): Promise<HostAnswer> {
  try {
    // A folder that is not mounted looks like one without files.
    await storage.check(signal);
    const film = await inspectFilm(storage, name);
    if (film === null) return "removed";
    return film.error === null ? "plays" : "unreadable";
  } catch (error) {
    return { reason: error instanceof Error ? error.name : "the storage does not answer", retryAfter: null };
  }
}
