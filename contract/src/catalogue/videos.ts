import * as z from "zod/mini";
import { Category } from "./category.ts";
import { route } from "../route.ts";
import { Tag } from "./tags.ts";
import { Instant, opaque } from "../text.ts";

export const RELATED_COUNT = 8;

export const VideoHost = z.enum(["youtube", "vimeo", "file"]);
export type VideoHost = z.infer<typeof VideoHost>;

/** A video as every list shows it. */
export const VideoCard = z.object({
  id: z.int(),
  /** The player's id at its host; null for who may not watch. */
  video_id: z.nullable(z.string()),
  title: z.string(),
  /** An address (own ones begin with "/"), 16:9; null: show the placeholder. */
  thumbnail: z.nullable(z.string()),
  /** Seconds. */
  duration: z.nullable(z.int()),
  created_at: Instant,
  categories: z.array(Category),
  tags: z.array(Tag),
  is_favorite: z.boolean(),
  watch_later: z.boolean(),
  view_count: z.int(),
  /** Seconds into the video where this member stopped; null when never started. */
  position: z.nullable(z.int()),
});
export type VideoCard = z.infer<typeof VideoCard>;

export const Chapter = z.object({
  id: z.int(),
  title: z.string(),
  description: z.string(),
  time_seconds: z.int(),
  /** "MM:SS" */
  time_formatted: z.string(),
});
export type Chapter = z.infer<typeof Chapter>;

export const VideoDetail = z.extend(VideoCard, {
  host: VideoHost,
  /** Where the `<video>` element loads a video of host `file`: signed, expires. Null for other hosts. */
  source_url: z.nullable(z.string()),
  description: z.string(),
  detail: z.object({ description: z.string() }),
  categories: z.array(z.extend(Category, { children: z.array(Category) })),
  chapters: z.array(Chapter),
  related_videos: z.array(VideoCard),
});
export type VideoDetail = z.infer<typeof VideoDetail>;

/** Our own number or, for callers that know only it, the id at the video's host. */
export const VideoParams = z.object({ id: opaque("動画ID", { max: 64 }) });

const PLACE = "再生位置が正しくありません。";

const seconds = (from: z.core.$ZodCheck<number>) =>
  z.optional(z.number({ error: PLACE }).check(from, z.maximum(360_000, { error: PLACE })));

export const ProgressBody = z.optional(
  z.nullable(
    z
      .object({
        /** Seconds into the video. */
        position: seconds(z.minimum(0, { error: PLACE })),
        /** Seconds, as the player reports it. */
        duration: seconds(z.positive({ error: PLACE })),
      })
      .check(
        z.refine(({ position, duration }) => (position === undefined) === (duration === undefined), {
          path: ["position"],
          error: PLACE,
        }),
      ),
  ),
);

export const videos = {
  get: route({
    method: "GET",
    url: "/api/videos/:id/",
    config: { access: "subscriber", summary: "Get a video with its chapters and playback address" },
    schema: { params: VideoParams, response: { 200: VideoDetail } },
  }),
  /** Without a body, or with an empty one: playback has begun, count one view. With a place: remember it. */
  progress: route({
    method: "POST",
    url: "/api/videos/:id/progress/",
    config: { access: "subscriber", summary: "Save the playback position of a video" },
    schema: { params: VideoParams, body: ProgressBody, response: { 200: z.object({ view_count: z.int() }) } },
  }),
};
