import * as z from "zod/mini";
import { SavedListQuery, paged } from "../paging.ts";
import { route } from "../route.ts";
import { Instant } from "../text.ts";
import { VideoCard } from "../catalogue/videos.ts";

export const HistoryCard = z.extend(VideoCard, { watched_at: Instant });
export type HistoryCard = z.infer<typeof HistoryCard>;

export const history = {
  list: route({
    method: "GET",
    url: "/api/history/",
    config: { access: "member", summary: "List watched videos, the latest first" },
    schema: { querystring: SavedListQuery, response: { 200: paged(HistoryCard) } },
  }),
  /** Without a body it deletes all entries. */
  remove: route({
    method: "DELETE",
    url: "/api/history/delete/",
    config: { access: "member", summary: "Delete entries of the watch history, or all of it" },
    schema: {
      body: z.optional(
        z.nullable(
          z.object({
            /** Our own numbers. */
            video_ids: z
              .array(z.int({ error: "動画IDが正しくありません。" }), {
                error: "削除する動画を選択してください。",
              })
              .check(
                z.minLength(1, { error: "削除する動画を選択してください。" }),
                z.maxLength(1000, { error: "一度に削除できるのは1000件までです。" }),
              ),
          }),
        ),
      ),
      response: { 200: z.object({ deleted_count: z.int(), message: z.string() }) },
    },
  }),
};
