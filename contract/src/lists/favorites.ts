import * as z from "zod/mini";
import { SavedListQuery, paged } from "../paging.ts";
import { call } from "../route.ts";
import { VideoCard, VideoParams } from "../catalogue/videos.ts";

export const favorites = {
  list: call("List favourite videos", { querystring: SavedListQuery, response: { 200: paged(VideoCard) } }),
  /** Without a body it toggles. With a body it sets, so a repeated call changes nothing. */
  toggle: call("Set or toggle a favourite", {
    params: VideoParams,
    body: z.optional(z.nullable(z.object({ is_favorite: z.optional(z.boolean()) }))),
    response: { 200: z.object({ is_favorite: z.boolean() }) },
  }),
};
