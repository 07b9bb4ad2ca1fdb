import * as z from "zod/mini";
import { SavedListQuery, paged } from "../paging.ts";
import { call } from "../route.ts";
import { HOST_VIDEO_ID_MAX } from "../rules/host-video.ts";
import { Instant, opaque } from "../text.ts";
import { VideoCard } from "../catalogue/videos.ts";

export const HistoryCard = z.extend(VideoCard, { watched_at: Instant });
export type HistoryCard = z.infer<typeof HistoryCard>;

const ID_ERROR = "動画IDが正しくありません。";

const VideoId = z.union([z.int({ error: ID_ERROR }), opaque("動画ID", { max: HOST_VIDEO_ID_MAX })], {
  error: ID_ERROR,
});

export const history = {
  list: call("List watched videos, the latest first", {
    querystring: SavedListQuery,
    response: { 200: paged(HistoryCard) },
  }),
  /** Without a body it deletes all entries. */
  remove: call("Delete entries of the watch history, or all of it", {
    body: z.optional(
      z.nullable(
        z.object({
          /** Our own numbers, also as text, or ids at the videos' hosts. */
          video_ids: z
            .array(VideoId, { error: "削除する動画を選択してください。" })
            .check(
              z.minLength(1, { error: "削除する動画を選択してください。" }),
              z.maxLength(1000, { error: "一度に削除できるのは1000件までです。" }),
            ),
        }),
      ),
    ),
    response: { 200: z.object({ deleted_count: z.int(), message: z.string() }) },
  }),
};
