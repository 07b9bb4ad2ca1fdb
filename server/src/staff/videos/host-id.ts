import { parseHostVideo } from "@manabiya/contract/rules/host-video.ts";
import type { VideoHost } from "@manabiya/contract/catalogue/videos.ts";
import { validationError } from "../../http/app-error.ts";
import type { MediaStorage } from "../../files/storage/storage.ts";

/** Names of the files that uploads leave in storage. */
const FILE_NAME = /^[\w-]{1,64}\.(mp4|webm)$/;

interface HostId {
  host: VideoHost;
  video_id: string;
}

/**
 * What was typed for a video's id, as host and id. An address says its host; an id alone leaves it to `host`, which
 * is what was chosen or, without a choice, what it was.
 * @throws AppError 400 about `video_id`
 */
export async function resolveHostId(
  storage: MediaStorage,
  typed: { video_id: string; host: VideoHost },
): Promise<HostId> {
  if (typed.host === "file" && FILE_NAME.test(typed.video_id)) {
    if (await storage.has("videos", typed.video_id)) return typed;
    throw validationError({ video_id: ["この名前の動画ファイルはありません。アップロードしてください。"] });
  }
  const found = parseHostVideo(typed.video_id);
  if (found === null) {
    throw validationError({ video_id: ["動画ID、またはYouTube・Vimeoの動画のURLを入力してください。"] });
  }
  const host = found.host ?? typed.host;
  if (host === "file") throw validationError({ video_id: ["動画ファイルをアップロードしてください。"] });
  return { host, video_id: found.video_id };
}

/** Two videos cannot have one id, and neither can one in the trash. */
export function alreadyRegistered(): never {
  throw validationError({
    video_id: ["この動画IDはすでに登録されています（ゴミ箱の動画を含みます）。"],
  });
}
