import * as z from "zod/mini";
import { acrossFields } from "../across-fields.ts";
import { Category } from "./category.ts";
import { call } from "../route.ts";
import { HOST_VIDEO_ID_MAX } from "../rules/host-video.ts";
import { Tag } from "./tags.ts";
import { Instant, opaque } from "../text.ts";

export const RELATED_COUNT = 8;

export const VideoHost = z.enum(["youtube", "vimeo", "file", "hls"]);
export type VideoHost = z.infer<typeof VideoHost>;

/** A video in a list. */
export const VideoCard = z.object({
  id: z.int(),
  /** The id at the video's host; null for a user without access. */
  video_id: z.nullable(z.string()),
  title: z.string(),
  /** The positions in the title where a line may break: ascending indices, between phrases. */
  title_breaks: z.array(z.int()),
  /** An address, 16:9; our own begin with "/". Null: show the placeholder. */
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

/** A film in several qualities (HTTP Live Streaming), of host `file` or at a cloud. Signed addresses expire. */
export const Stream = z.object({
  /** The multivariant playlist. */
  url: z.string(),
  /** One file with a picture of `width` × `height` pixels every `every` seconds, `columns` of them in a row. */
  pictures: z.nullable(
    z.object({ url: z.string(), every: z.int(), columns: z.int(), width: z.int(), height: z.int() }),
  ),
});
export type Stream = z.infer<typeof Stream>;

export const VideoDetail = z.extend(VideoCard, {
  host: VideoHost,
  /** The signed, expiring URL of the `<video>` element for host `file`. Null for other hosts, and without an original. */
  source_url: z.nullable(z.string()),
  /** Null until an uploaded film is prepared, and for hosts with a player of their own. */
  stream: z.nullable(Stream),
  /** The member's number, where the site shows it over uploaded films. */
  mark: z.optional(z.int()),
  /** The key of an unlisted video at Vimeo, which its embed needs; for `hls` its address without a token; null without one. */
  host_hash: z.nullable(z.string()),
  description: z.string(),
  detail: z.object({ description: z.string() }),
  categories: z.array(z.extend(Category, { children: z.array(Category) })),
  chapters: z.array(Chapter),
  /** Whether the call of its transcript has lines. */
  has_captions: z.boolean(),
  /** Whether members may ask about it, and see what others asked. */
  takes_questions: z.boolean(),
  /** The seconds of the answered questions that members see, in their order. */
  question_seconds: z.array(z.int()),
  related_videos: z.array(VideoCard),
});
export type VideoDetail = z.infer<typeof VideoDetail>;

/** Our own number, or the id at the video's host. */
export const VideoParams = z.object({ id: opaque("動画ID", { max: HOST_VIDEO_ID_MAX }) });

const POSITION_ERROR = "再生位置が正しくありません。";

const seconds = (from: z.core.$ZodCheck<number>) =>
  z.optional(z.number({ error: POSITION_ERROR }).check(from, z.maximum(360_000, { error: POSITION_ERROR })));

export const ProgressBody = z.optional(
  z.nullable(
    z
      .object({
        /** Seconds into the video. */
        position: seconds(z.minimum(0, { error: POSITION_ERROR })),
        /** Seconds, as the player reports it. */
        duration: seconds(z.positive({ error: POSITION_ERROR })),
        /** Of the page, the same for all its videos until it is closed. Without it nobody counts the player. */
        player: z.optional(z.uuid({ error: "playerが正しくありません。" })),
        /** False: the player has stopped. */
        is_playing: z.optional(z.boolean({ error: "is_playingが正しくありません。" })),
      })
      .check(
        acrossFields(({ position, duration }) => (position === undefined) === (duration === undefined), {
          path: "position",
          error: POSITION_ERROR,
        }),
      ),
  ),
);

export const videos = {
  get: call("Get a video with its chapters and playback address", {
    params: VideoParams,
    response: { 200: VideoDetail },
  }),
  /** For members without access as well, but to them only by our own number. */
  card: call("Get a video as lists show it", { params: VideoParams, response: { 200: VideoCard } }),
  /** Without a position, playback has begun: one view is counted. With a position it is saved. */
  progress: call("Save the playback position of a video", {
    params: VideoParams,
    body: ProgressBody,
    response: {
      200: z.object({
        view_count: z.int(),
        /** As many devices as the site allows began later, so this player pauses. It may play on as the newest. */
        plays_elsewhere: z.optional(z.literal(true)),
      }),
    },
  }),
};
