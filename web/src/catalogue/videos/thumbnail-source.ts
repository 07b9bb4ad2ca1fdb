import type { VideoCard } from "../../api/answers.ts";

const OWN = /-640\.webp$/;
const YOUTUBE_ID = /^[\w-]{11}$/;

/** @returns null without a picture; the placeholder is drawn then */
export function thumbnailSource({ thumbnail, video_id }: Pick<VideoCard, "thumbnail" | "video_id">) {
  if (thumbnail !== null) {
    if (!OWN.test(thumbnail)) return { src: thumbnail };
    return { src: thumbnail, srcSet: `${thumbnail.replace(OWN, "-320.webp")} 320w, ${thumbnail} 640w` };
  }
  // Cards do not name their host. An id that only looks like YouTube's has no picture there, and the placeholder
  // shows.
  if (video_id === null || !YOUTUBE_ID.test(video_id)) return null;
  return { src: `https://i.ytimg.com/vi/${video_id}/mqdefault.jpg` };
}
