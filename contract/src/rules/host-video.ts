import { nfkc } from "../nfkc.ts";

/** A video at its host. */
export interface HostVideo {
  /** Null: the text is an id without a host. */
  host: "youtube" | "vimeo" | "file" | "hls" | null;
  video_id: string;
  /** Vimeo's key of an unlisted video; null without one. For `hls` the address of the playlist, without a token. */
  host_hash: string | null;
}

/** Characters of an id alone, or of an uploaded file's name before its ending. */
const ID_MAX = 64;
/** Characters of the longest `video_id` that an answer of the API holds. */
export const HOST_VIDEO_ID_MAX = ID_MAX + ".webm".length;

const ID = new RegExp(`^[\\w-]{1,${ID_MAX}}$`);
const FILE_NAME = new RegExp(`^[\\w-]{1,${ID_MAX}}\\.(?:mp4|webm)$`);
const WEB = /^(?:https?:)?(?:\/\/)?/.source;
/** Parts of YouTube's addresses that stand in the place of an id. Two of them have an id's length. */
const NO_ID = /^(?:videoseries|live_stream|watch|playlist|embed|shorts|live)$/i;
/** YouTube's ids have 11 characters. */
const YOUTUBE_ID = /([\w-]{11})(?![\w-])/.source;
const YOUTUBE_HOST = /(?:[a-z]+\.)?youtube(?:-nocookie|kids)?\.com/.source;
const YOUTUBE = [
  `${WEB}(?:www\\.)?youtu\\.be/(?:(?:watch|embed|shorts|live|v)/)?${YOUTUBE_ID}`,
  `${WEB}(?:${YOUTUBE_HOST}/(?:watch/?)?|(?:www\\.)?youtu\\.be/watch/?)\\?(?:[^#]*&)?v=${YOUTUBE_ID}`,
  // Embedded players, the studio, and addresses of thumbnails.
  `${WEB}${YOUTUBE_HOST}/(?:embed|shorts|live|v|e|vi|vi_webp|watch|video)/${YOUTUBE_ID}`,
  `${WEB}i\\d?\\.ytimg\\.com/vi(?:_webp)?/${YOUTUBE_ID}`,
  // Shared by mail: the address of the video is a parameter.
  `${WEB}${YOUTUBE_HOST}/attribution_link\\?(?:[^#]*&)?u=(?:/|%2F)watch(?:\\?|%3F)v(?:=|%3D)${YOUTUBE_ID}`,
].map((pattern) => new RegExp(pattern, "i"));

/** Vimeo's key of an unlisted video is the path's next part or the parameter `h`. */
const HASH = /(?:\/([0-9a-f]{6,40})(?=[/?#]|$)|(?:\/[^?#]*)?\?(?:[^#]*&)?h=([0-9a-f]{6,40})(?=[&#]|$))?/.source;
const VIMEO_ID = /(\d{1,20})(?=[/?#&]|$)/.source;
const VIMEO = [
  `${WEB}player\\.vimeo\\.com/video/${VIMEO_ID}${HASH}`,
  `${WEB}(?:www\\.)?vimeo\\.com/(?:(?:manage/)?videos?/)?${VIMEO_ID}${HASH}`,
  `${WEB}(?:www\\.)?vimeo\\.com/(?:channels|ondemand)/[\\w-]+/${VIMEO_ID}${HASH}`,
  `${WEB}(?:www\\.)?vimeo\\.com/(?:groups|album|showcase|categories|reviews)/[\\w-]+/(?:videos?/)${VIMEO_ID}${HASH}`,
  // The key of a review is none of the video.
  `${WEB}(?:www\\.)?vimeo\\.com/[\\w-]+/review/${VIMEO_ID}`,
  `${WEB}(?:www\\.)?vimeo\\.com/moogaloop\\.swf\\?(?:[^#]*&)?clip_id=${VIMEO_ID}`,
  `${WEB}(?:www\\.)?vimeopro\\.com/[\\w-]+/[\\w-]+/video/${VIMEO_ID}`,
].map((pattern) => new RegExp(pattern, "i"));

export interface Cloud {
  name: "cloudflare" | "bunny" | "mux" | "vimeo";
  /** The video's id in the address of its playlist. */
  id: string;
  /** The browser loads playlists and segments from these machines, as a security policy names them. */
  sources: string[];
}

/** The addresses of playlists, and what a cloud needs beside their machine. A policy cannot name the machines of other clouds. */
const CLOUDS: [name: Cloud["name"], address: RegExp, others: string[]][] = [
  ["cloudflare", /^https:\/\/customer-\w+\.cloudflarestream\.com\/([\da-f]{32})\/manifest\/video\.m3u8$/, []],
  ["bunny", /^https:\/\/vz-[\w-]+\.b-cdn\.net\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\/playlist\.m3u8$/, []],
  ["mux", /^https:\/\/stream\.mux\.com\/(\w{20,64})\.m3u8$/, ["https://*.mux.com"]],
  // The key in the address does not expire. It leads to another machine, for some hours.
  ["vimeo", /^https:\/\/player\.vimeo\.com\/external\/(\d{1,20})\.m3u8\?s=[\w&=-]+$/, ["https://*.vimeocdn.com"]],
];

/** @param address of a playlist (HLS) at a cloud that encodes films @returns null for others */
export function cloudOf(address: string): Cloud | null {
  for (const [name, pattern, others] of CLOUDS) {
    const id = pattern.exec(address)?.[1];
    if (id !== undefined) return { name, id, sources: [address.split("/", 3).join("/"), ...others] };
  }
  return null;
}

const STREAM_NEEDED = "Cloudflare Stream・Bunny・Mux・Vimeoの、HLSのURL（https://….m3u8）を入力してください。";
const SIGNED = /[/?&](?:bcdn_)?token=|[?&](?:expires|exp|signature|policy)=|cloudflarestream\.com\/ey[\w-]+\.[\w-]+\./i;
const AT_CLOUD =
  /\.m3u8|\b(?:cloudflarestream\.com|videodelivery\.net|b-cdn\.net|mediadelivery\.net|mux\.com|player\.vimeo\.com\/external)\b/i;

/** @param text that `parseHostVideo` refuses @returns a sentence that says what to enter instead */
export function whyNoVideo(text: string): string {
  if (!AT_CLOUD.test(text)) return `動画ID、またはYouTube・Vimeoの動画のURLか、HLSのURLを入力してください。`;
  if (SIGNED.test(text)) return `期限のあるURLは登録できません。トークンのない、元のURLを入力してください。`;
  if (!/\.m3u8/i.test(text)) return `動画のページやMP4のURLでは再生できません。${STREAM_NEEDED}`;
  return `このURLの動画は再生できません。${STREAM_NEEDED}`;
}

/** Whether the text can be the name of an uploaded video file, which is its id. */
export function isVideoFileName(text: string): boolean {
  return FILE_NAME.test(text);
}

/** Vimeo's ids are numbers, and shorter than YouTube's. */
export function isVimeoId(text: string): boolean {
  return /^\d{6,10}$/.test(text);
}

/** Characters of the longest address, or player to embed, that is looked at. */
const TEXT_MAX = 2_000;

/** People copy an address as it stands in HTML, a player to embed, signs around it, characters that nobody sees. */
function pasted(text: string): string {
  const plain = nfkc(text).replace(/\p{Default_Ignorable_Code_Point}+/gu, "");
  const address = /^\s*<iframe\s[^>]*?src=["']([^"']+)/i.exec(plain)?.[1] ?? plain;
  return address.replaceAll(/&(?:amp|#0*38|#x0*26);/gi, "&").replaceAll(/^[\s<"'「『(]+|[\s>"'」』)。、]+$/g, "");
}

/**
 * Parses a video's id, its address at YouTube or Vimeo in the forms that both give people, the address of a playlist at
 * a cloud, or the name of an uploaded file.
 * @returns null for other texts
 */
export function parseHostVideo(text: string): HostVideo | null {
  if (text.length > TEXT_MAX) return null;
  const given = pasted(text);
  if (ID.test(given) && !NO_ID.test(given)) return { host: null, video_id: given, host_hash: null };
  if (isVideoFileName(given)) return { host: "file", video_id: given, host_hash: null };
  const cloud = cloudOf(given);
  if (cloud !== null) return { host: "hls", video_id: cloud.id, host_hash: given };
  for (const pattern of YOUTUBE) {
    const id = pattern.exec(given)?.[1];
    if (id !== undefined && !NO_ID.test(id)) return { host: "youtube", video_id: id, host_hash: null };
  }
  for (const pattern of VIMEO) {
    const [, id, inPath, inQuery] = pattern.exec(given) ?? [];
    if (id !== undefined) return { host: "vimeo", video_id: id, host_hash: inPath ?? inQuery ?? null };
  }
  return null;
}
