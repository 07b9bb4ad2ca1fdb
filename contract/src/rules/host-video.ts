/** A video at its host. */
export interface HostVideo {
  /** Null: the text is an id without a host. */
  host: "youtube" | "vimeo" | null;
  video_id: string;
}

const ID = /^[\w-]{1,64}$/;
const WEB = /^(?:https?:\/\/)?/.source;
const ID_AND_END = /([\w-]{1,64})(?=[/?#&]|$)/.source;
const YOUTUBE = [
  `${WEB}youtu\\.be/${ID_AND_END}`,
  `${WEB}(?:www\\.|m\\.|music\\.)?youtube(?:-nocookie)?\\.com/(?:embed|shorts|live|v)/${ID_AND_END}`,
  `${WEB}(?:www\\.|m\\.|music\\.)?youtube\\.com/watch/?\\?(?:[^#]*&)?v=${ID_AND_END}`,
].map((pattern) => new RegExp(pattern, "i"));
const VIMEO = new RegExp(`${WEB}(?:(?:www\\.)?vimeo\\.com|player\\.vimeo\\.com/video)/(\\d{1,20})(?=[/?#]|$)`, "i");

/**
 * Parses a video's id or its address at YouTube (watch, youtu.be, embed, shorts, live) or Vimeo.
 * @returns null for other texts
 */
export function parseHostVideo(text: string): HostVideo | null {
  const given = text.normalize("NFKC").trim();
  if (ID.test(given)) return { host: null, video_id: given };
  for (const pattern of YOUTUBE) {
    const id = pattern.exec(given)?.[1];
    if (id !== undefined) return { host: "youtube", video_id: id };
  }
  const id = VIMEO.exec(given)?.[1];
  return id === undefined ? null : { host: "vimeo", video_id: id };
}
