import { nfkc } from "../nfkc.ts";

/** A video at its host. */
export interface HostVideo {
  /** Null: the text is an id without a host. */
  host: "youtube" | "vimeo" | "file" | null;
  video_id: string;
  /** Vimeo's key of an unlisted video; null without one. */
  host_hash: string | null;
}

/** Characters of an id at a host, or of an uploaded file's name before its ending. */
const ID_MAX = 64;
/** Characters of the longest `video_id` that an answer of the API holds. */
export const HOST_VIDEO_ID_MAX = ID_MAX + ".webm".length;

const ID = new RegExp(`^[\\w-]{1,${ID_MAX}}$`);
const FILE_NAME = new RegExp(`^[\\w-]{1,${ID_MAX}}\\.(?:mp4|webm)$`);
const WEB = /^(?:https?:)?(?:\/\/)?/.source;
const ID_AND_END = /([\w-]{1,64})(?=[/?#&]|$)/.source;
const YOUTUBE_HOST = /(?:www\.|m\.|music\.)?youtube(?:-nocookie)?\.com/.source;
const YOUTUBE = [
  `${WEB}(?:www\\.)?youtu\\.be/${ID_AND_END}`,
  `${WEB}${YOUTUBE_HOST}/(?:embed|shorts|live|v|e)/${ID_AND_END}`,
  `${WEB}${YOUTUBE_HOST}/(?:watch/?)?\\?(?:[^#]*&)?v=${ID_AND_END}`,
].map((pattern) => new RegExp(pattern, "i"));

/** Vimeo's key of an unlisted video is the path's next part or the parameter `h`. */
const HASH = /(?:\/([0-9a-f]{6,40})(?=[/?#]|$)|(?:\/[^?#]*)?\?(?:[^#]*&)?h=([0-9a-f]{6,40})(?=[&#]|$))?/.source;
const VIMEO_ID = /(\d{1,20})(?=[/?#]|$)/.source;
const VIMEO = [
  `${WEB}player\\.vimeo\\.com/video/${VIMEO_ID}${HASH}`,
  `${WEB}(?:www\\.)?vimeo\\.com/(?:(?:manage/)?videos?/)?${VIMEO_ID}${HASH}`,
  `${WEB}(?:www\\.)?vimeo\\.com/(?:channels|ondemand)/[\\w-]+/${VIMEO_ID}${HASH}`,
  `${WEB}(?:www\\.)?vimeo\\.com/(?:groups|album|showcase)/[\\w-]+/(?:videos?/)${VIMEO_ID}${HASH}`,
].map((pattern) => new RegExp(pattern, "i"));

/** Whether the text can be the name of an uploaded video file, which is its id. */
export function isVideoFileName(text: string): boolean {
  return FILE_NAME.test(text);
}

/**
 * Parses a video's id, its address at YouTube (watch, youtu.be, embed, shorts, live) or Vimeo (also unlisted, managed, in a
 * channel or a showcase), or the name of an uploaded file.
 * @returns null for other texts
 */
export function parseHostVideo(text: string): HostVideo | null {
  const given = nfkc(text).trim();
  if (ID.test(given)) return { host: null, video_id: given, host_hash: null };
  if (isVideoFileName(given)) return { host: "file", video_id: given, host_hash: null };
  for (const pattern of YOUTUBE) {
    const id = pattern.exec(given)?.[1];
    if (id !== undefined) return { host: "youtube", video_id: id, host_hash: null };
  }
  for (const pattern of VIMEO) {
    const [, id, inPath, inQuery] = pattern.exec(given) ?? [];
    if (id !== undefined) return { host: "vimeo", video_id: id, host_hash: inPath ?? inQuery ?? null };
  }
  return null;
}
