import * as z from "zod/mini";
import { VideoParams } from "../catalogue/videos.ts";
import { conflictWith } from "./conflict.ts";
import { call } from "../route.ts";
import { VIDEO_FILE_MAX_BYTES } from "../rules/stored-videos.ts";
import { Message } from "../text.ts";

const MB = 1024 * 1024;

/** Bytes of one call. A slow connection can send them within the request timeout. */
export const VIDEO_PART_MAX_BYTES = 2 * MB;

/** An unfinished upload. */
export const VideoFile = z.object({
  id: z.uuid(),
  /** Total bytes. */
  size: z.int(),
  /** Received bytes. The next part starts there. */
  received: z.int(),
});
export type VideoFile = z.infer<typeof VideoFile>;

const params = z.object({ id: z.uuid() });

/** A file is uploaded in sequential parts, so that a broken connection loses one part only. */
export const videoFiles = {
  start: call("Start to upload a video file", {
    body: z.object({
      size: z
        .int({ error: "動画ファイルを選択してください。" })
        .check(
          z.minimum(1, { error: "動画ファイルが空です。" }),
          z.maximum(VIDEO_FILE_MAX_BYTES, { error: "動画ファイルは4GB以下にしてください。" }),
        ),
    }),
    response: { 201: VideoFile },
    errors: [429],
  }),
  get: call("Get the state of an upload", { params, response: { 200: VideoFile } }),
  /** The body holds the bytes from `offset` as application/octet-stream. 409: `offset` is not `received`. */
  append: call("Append a chunk to an upload", {
    params,
    querystring: z.object({ offset: z.coerce.number().check(z.int(), z.minimum(0)) }),
    response: { 200: VideoFile, 409: conflictWith(VideoFile) },
  }),
  /**
   * Completes the upload and returns the `video_id` for a video of host `file`. A repeated call returns the same. 409
   * `busy`: the storage still processes the file.
   */
  finish: call("Finish an upload and store the file", {
    params,
    /** `warning`: a sentence on browsers that cannot play the file. */
    response: { 200: z.object({ video_id: z.string(), warning: z.optional(z.string()) }) },
    errors: [409],
  }),
  remove: call("Cancel an upload", { params, response: { 200: Message }, errors: [409] }),
};

/**
 * - `none`: never prepared, so that the uploaded file plays
 * - `waiting`: for its turn, or for what `reason` names
 * - `refused`: `reason` says why
 */
export const FilmState = z.enum(["none", "waiting", "preparing", "ready", "refused", "cancelled"]);
export type FilmState = z.infer<typeof FilmState>;

export const FilmReason = z.enum([
  "not-a-film",
  "no-picture",
  "cut",
  "gone",
  "failed",
  "storage_full",
  "storage_unavailable",
]);
export type FilmReason = z.infer<typeof FilmReason>;

/** A stored film, and its preparation in several qualities. */
export const Film = z.object({
  state: FilmState,
  reason: z.nullable(FilmReason),
  /** Whether the server has ffmpeg. */
  is_available: z.boolean(),
  percent: z.int(),
  /** Null: not known yet. */
  seconds_left: z.nullable(z.int()),
  /** Pixels of the picture's shorter side, ascending. */
  qualities: z.array(z.int()),
  has_original: z.boolean(),
  /** 0: not measured. */
  original_bytes: z.int(),
  prepared_bytes: z.int(),
});
export type Film = z.infer<typeof Film>;

/** Of all stored films. */
export const FilmSum = z.object({
  is_available: z.boolean(),
  unprepared: z.int(),
  waiting: z.int(),
  refused: z.int(),
  /** Of prepared films, with their originals. */
  bytes: z.int(),
  /** Of prepared films, in the last 30 days: the best quality for each second that was watched. */
  delivered_bytes: z.int(),
  /** Yen, of a month and of these 30 days. Null: the operator entered no price. */
  storage_cost: z.nullable(z.int()),
  delivery_cost: z.nullable(z.int()),
});
export type FilmSum = z.infer<typeof FilmSum>;

/** 404: the video is no stored file. */
export const adminFilms = {
  get: call("Get the preparation of a video's film", { params: VideoParams, response: { 200: Film } }),
  prepare: call("Prepare a video's film in several qualities", { params: VideoParams, response: { 200: Film } }),
  /** The uploaded file plays again. */
  cancel: call("Cancel the preparation of a film", { params: VideoParams, response: { 200: Film } }),
  sum: call("Count the stored films and their bytes", { response: { 200: FilmSum } }),
  prepareAll: call("Prepare all films that never were", { response: { 200: Message } }),
};
