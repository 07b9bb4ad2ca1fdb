import * as z from "zod/mini";
import { call } from "../route.ts";
import { Chapter, Stream, VideoCard, VideoHost, VideoParams } from "./videos.ts";
import { Instant } from "../text.ts";

const OpenLessonCard = z.extend(z.pick(VideoCard, { id: true, title: true, title_breaks: true }), {
  /** The id at the video's host. */
  video_id: z.string(),
  /** An address, 16:9; our own begin with "/". Null: show the placeholder. */
  thumbnail: z.nullable(z.string()),
  /** Seconds. */
  duration: z.nullable(z.int()),
});

/** A video that staff opened to everybody. It names no other video, category or tag. */
export const OpenLesson = z.extend(OpenLessonCard, {
  host: VideoHost,
  /** The signed URL of the `<video>` element for host `file`, which ends when the video is closed. Null for other hosts. */
  source_url: z.nullable(z.string()),
  /** As in a member's answer. */
  stream: z.nullable(Stream),
  /** The key of an unlisted video at Vimeo, which its embed needs; null without one. */
  host_hash: z.nullable(z.string()),
  description: z.string(),
  created_at: Instant,
  chapters: z.array(Chapter),
  /** Whether the call of its transcript has lines. */
  has_captions: z.boolean(),
});
export type OpenLesson = z.infer<typeof OpenLesson>;

export const openLessons = {
  /** The latest opened first. */
  list: call("List the videos that everybody may watch", { response: { 200: z.array(OpenLessonCard) }, errors: [429] }),
  /** By our own number only. A video that is not open gets the answer of an unknown one. */
  get: call("Get a video that everybody may watch", {
    params: VideoParams,
    response: { 200: OpenLesson },
    errors: [429],
  }),
};
