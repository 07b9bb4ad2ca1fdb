import * as z from "zod/mini";
import { SavedListQuery, paged } from "../paging.ts";
import { call } from "../route.ts";
import { VideoCard, VideoParams } from "../catalogue/videos.ts";

export const watchLater = {
  list: call("List videos saved to watch later", { querystring: SavedListQuery, response: { 200: paged(VideoCard) } }),
  /** Without a body it toggles. With a body it sets, so a repeated call changes nothing. */
  toggle: call("Set or toggle a watch-later entry", {
    params: VideoParams,
    body: z.optional(z.nullable(z.object({ watch_later: z.optional(z.boolean()) }))),
    response: { 200: z.object({ watch_later: z.boolean() }) },
  }),
};
