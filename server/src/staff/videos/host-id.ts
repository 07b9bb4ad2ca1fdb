import { type HostVideo, isVimeoId, parseHostVideo, whyNoVideo } from "@manabiya/contract/rules/host-video.ts";
import type { VideoHost } from "@manabiya/contract/catalogue/videos.ts";
import { FILE_MISSING } from "@manabiya/contract/staff/videos.ts";
import { validationError } from "../../errors/app-error.ts";
import type { MediaStorage } from "../../files/storage/storage.ts";

/** An id at the host is unique, also among videos in the trash. */
export const DUPLICATE_ID = "この動画IDはすでに登録されています（ゴミ箱の動画を含みます）。";

interface HostId extends HostVideo {
  host: VideoHost;
}

interface Input {
  video_id: string;
  host: VideoHost;
  /** The stored video: its id alone keeps its key at Vimeo. */
  current?: HostId;
}

/**
 * Reads the input for a video's id. An address or a file's name decides the host. For an id alone `host` does, which is
 * the caller's choice or else the present host; a new number is an id at Vimeo.
 * @throws validation error on `video_id`
 */
export async function resolveHostId(storage: MediaStorage, { video_id, host, current }: Input): Promise<HostId> {
  const found = parseHostVideo(video_id);
  if (found === null) throw validationError({ video_id: [whyNoVideo(video_id)] });
  if (found.host === "file") {
    // A prepared film may have no original.
    if (current?.host === "file" && current.video_id === found.video_id) return { ...found, host: "file" };
    if (await storage.has("videos", found.video_id)) return { ...found, host: "file" };
    throw validationError({ video_id: ["この名前の動画ファイルはありません。アップロードしてください。"] });
  }
  if (found.host !== null) return { ...found, host: found.host };
  const isCurrent = current?.host === host && current.video_id === found.video_id;
  if (isCurrent) return { host, video_id: found.video_id, host_hash: current.host_hash };
  if (host === "file") throw validationError({ video_id: [FILE_MISSING] });
  if (host === "hls")
    throw validationError({ video_id: ["IDだけでは再生できません。HLSのURL（https://….m3u8）を入力してください。"] });
  return { host: isVimeoId(found.video_id) ? "vimeo" : host, video_id: found.video_id, host_hash: null };
}
