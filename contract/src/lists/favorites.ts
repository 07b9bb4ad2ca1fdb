import * as z from "zod/mini";
import { SavedListQuery, paged } from "../paging.ts";
import { route } from "../route.ts";
import { VideoCard, VideoParams } from "../catalogue/videos.ts";

export const favorites = {
  list: route({
    method: "GET",
    url: "/api/favorites/",
    config: { access: "member", summary: "List favourite videos" },
    schema: { querystring: SavedListQuery, response: { 200: paged(VideoCard) } },
  }),
  /** Without a body it toggles. With a body it sets, so a repeated call changes nothing. */
  toggle: route({
    method: "POST",
    url: "/api/videos/:id/favorite/",
    config: { access: "member", summary: "Set or toggle a favourite" },
    schema: {
      params: VideoParams,
      body: z.optional(z.nullable(z.object({ is_favorite: z.optional(z.boolean()) }))),
      response: { 200: z.object({ is_favorite: z.boolean() }) },
    },
  }),
};
