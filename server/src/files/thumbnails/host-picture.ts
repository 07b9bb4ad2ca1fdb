import type { VideoHost } from "@manabiya/contract/catalogue/videos.ts";
import { THUMBNAIL_MAX_BYTES } from "@manabiya/contract/staff/upload.ts";

interface Pictured {
  host: VideoHost;
  video_id: string;
  thumbnail: string | null;
}

const YOUTUBE_ID = /^[\w-]{11}$/;

/** Whether members lose a video's picture with its host: YouTube shows one as long as the video has that id. */
export function losesPicture({ host, video_id, thumbnail }: Pictured, newHost: VideoHost): boolean {
  return host === "youtube" && newHost !== "youtube" && thumbnail === null && YOUTUBE_ID.test(video_id);
}

/** @returns YouTube's picture of a video; null if it has none. It rejects without an answer. */
export type FetchPicture = (video_id: string) => Promise<File | null>;

export const YOUTUBE_PICTURES = "https://i.ytimg.com/vi";

/** Milliseconds. */
const TIMEOUT = 5_000;
/** The largest size is missing for some videos. */
const SIZES = ["maxresdefault", "mqdefault"];

/** @param address the base address of the pictures */
export function createFetchPicture(address: string): FetchPicture {
  return async (video_id) => {
    for (const size of SIZES) {
      const url = `${address}/${encodeURIComponent(video_id)}/${size}.jpg`;
      const response = await fetch(url, { redirect: "manual", signal: AbortSignal.timeout(TIMEOUT) });
      const content = await readBody(response);
      if (response.status === 200) return new File([content], `${size}.jpg`);
      if (response.status !== 404) throw new Error(`status ${response.status}`);
    }
    return null;
  };
}

async function readBody({ body }: Response): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > THUMBNAIL_MAX_BYTES) throw new Error("The picture is too large.");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
