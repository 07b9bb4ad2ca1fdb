import * as z from "zod/mini";
import { route } from "../route.ts";
import { RowId } from "../text.ts";
import { VideoCard } from "./videos.ts";

export const Playlist = z.object({
  id: z.int(),
  title: z.string(),
  description: z.string(),
  /** Of the first video; null: show the default picture. */
  thumbnail: z.nullable(z.string()),
  video_count: z.int(),
});
export type Playlist = z.infer<typeof Playlist>;

export const PlaylistDetail = z.extend(Playlist, {
  /** In the playlist's order; `id` is the entry's. */
  videos: z.array(z.object({ id: z.int(), video: VideoCard })),
});
export type PlaylistDetail = z.infer<typeof PlaylistDetail>;

export const playlists = {
  list: route({
    method: "GET",
    url: "/api/playlists/",
    config: { access: "member", summary: "List published playlists" },
    schema: { response: { 200: z.array(Playlist) } },
  }),
  get: route({
    method: "GET",
    url: "/api/playlists/:id/",
    config: { access: "member", summary: "Get a playlist with its videos" },
    schema: {
      params: z.object({ id: RowId }),
      response: { 200: PlaylistDetail },
    },
  }),
};
