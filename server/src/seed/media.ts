import { randomUUID } from "node:crypto";
import { join } from "node:path";
import type { DemoVideo } from "@manabiya/demo/content/catalogue.ts";
import { clipsFolder, thumbnailsFolder } from "@manabiya/demo/content/folders.ts";
import type { MediaStorage } from "../files/storage/storage.ts";

/** The id of a clip is its file name. */
export function hostId(video: DemoVideo): string {
  return video.host === "file" ? `${video.video_id}.webm` : video.video_id;
}

/** Stores clips and pictures. Pictures get random names, so that no URL reveals a video's id. */
export async function storeMedia(storage: MediaStorage, videos: DemoVideo[]): Promise<Map<DemoVideo, string>> {
  const names = new Map<DemoVideo, string>();
  for (const video of videos) {
    const name = randomUUID();
    names.set(video, name);
    for (const size of ["640", "320"]) {
      const source = join(thumbnailsFolder, `${video.thumbnail}-${size}.webp`);
      await storage.save("thumbnails", `${name}-${size}.webp`, source);
    }
    if (video.host === "file") {
      await storage.save("videos", hostId(video), join(clipsFolder, `${video.video_id}.webm`));
    }
  }
  return names;
}
