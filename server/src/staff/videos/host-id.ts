import { parseHostVideo } from "@manabiya/contract/rules/host-video.ts";
import type { VideoHost } from "@manabiya/contract/catalogue/videos.ts";
import { validationError } from "../../http/app-error.ts";
import type { MediaStorage } from "../../files/storage/storage.ts";

/** An id at the host is unique, also among videos in the trash. */
export const DUPLICATE_ID = "この動画IDはすでに登録されています（ゴミ箱の動画を含みます）。";

/** Names of uploaded files in storage. */
const FILE_NAME = /^[\w-]{1,64}\.(mp4|webm)$/;

interface HostId {
  host: VideoHost;
  video_id: string;
}

/**
 * Reads the input for a video's id. An address names its host. For an id alone `host` decides, which is the caller's
 * choice or else the present host.
 * @throws validation error on `video_id`
 */
export async function resolveHostId(
  storage: MediaStorage,
  input: { video_id: string; host: VideoHost },
): Promise<HostId> {
  if (input.host === "file" && FILE_NAME.test(input.video_id)) {
    if (await storage.has("videos", input.video_id)) return input;
    throw validationError({ video_id: ["この名前の動画ファイルはありません。アップロードしてください。"] });
  }
  const found = parseHostVideo(input.video_id);
  if (found === null) {
    throw validationError({ video_id: ["動画ID、またはYouTube・Vimeoの動画のURLを入力してください。"] });
  }
  const host = found.host ?? input.host;
  if (host === "file") throw validationError({ video_id: ["動画ファイルをアップロードしてください。"] });
  return { host, video_id: found.video_id };
}
