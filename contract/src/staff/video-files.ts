import * as z from "zod/mini";
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
  finish: call(
    "Finish an upload and store the file",
    {
      params,
      /** `warning`: a sentence on browsers that cannot play the file. */
      response: { 200: z.object({ video_id: z.string(), warning: z.optional(z.string()) }) },
    },
    { errors: [409] },
  ),
  remove: call("Cancel an upload", { params, response: { 200: Message } }, { errors: [409] }),
};
