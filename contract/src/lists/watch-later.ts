import * as z from "zod/mini";
import { SavedListQuery, paged } from "../paging.ts";
import { route } from "../route.ts";
import { VideoCard, VideoParams } from "../catalogue/videos.ts";

export const watchLater = {
  list: route({
    method: "GET",
    url: "/api/watch-later/",
    config: { access: "member", summary: "List videos saved to watch later" },
    schema: { querystring: SavedListQuery, response: { 200: paged(VideoCard) } },
  }),
  /** Without a body it toggles. With a body it sets, so a repeated call changes nothing. */
  toggle: route({
    method: "POST",
    url: "/api/videos/:id/watch-later/",
    config: { access: "member", summary: "Set or toggle a watch-later entry" },
    schema: {
      params: VideoParams,
      body: z.optional(z.nullable(z.object({ watch_later: z.optional(z.boolean()) }))),
      response: { 200: z.object({ watch_later: z.boolean() }) },
    },
  }),
};
