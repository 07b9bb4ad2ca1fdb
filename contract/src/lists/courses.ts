import * as z from "zod/mini";
import { VideoParams } from "../catalogue/videos.ts";
import { call } from "../route.ts";
import { Instant } from "../text.ts";

/** A playlist in which the member finished a lesson. */
export const BegunCourse = z.object({
  /** The playlist's. */
  id: z.int(),
  finished_count: z.int(),
  /** Of published videos. */
  video_count: z.int(),
  /** When the member last watched or marked one of the lessons. */
  used_at: Instant,
});
export type BegunCourse = z.infer<typeof BegunCourse>;

export const courses = {
  list: call("List playlists with a finished lesson, the latest used first", {
    response: { 200: z.object({ results: z.array(BegunCourse) }) },
  }),
  /** It sets, so a repeated call changes nothing. Without a body the lesson is finished. */
  mark: call("Mark a lesson as finished or as not finished", {
    params: VideoParams,
    body: z.optional(z.nullable(z.object({ is_finished: z.boolean({ error: "完了の指定が正しくありません。" }) }))),
    response: { 200: z.object({ is_finished: z.boolean() }) },
  }),
};
