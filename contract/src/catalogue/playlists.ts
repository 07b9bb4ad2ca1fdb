import * as z from "zod/mini";
import { call } from "../route.ts";
import { Instant, params } from "../text.ts";
import { VideoCard } from "./videos.ts";

export const Playlist = z.object({
  id: z.int(),
  title: z.string(),
  /** As in a video's card. */
  title_breaks: z.array(z.int()),
  description: z.string(),
  /** Of the first video; null: show the default picture. */
  thumbnail: z.nullable(z.string()),
  video_count: z.int(),
});
export type Playlist = z.infer<typeof Playlist>;

export const PlaylistDetail = z.extend(Playlist, {
  /** Whether finishing it gives a certificate. */
  has_certificate: z.boolean(),
  /** In the playlist's order; `id` is the entry's. */
  videos: z.array(
    z.object({
      id: z.int(),
      video: VideoCard,
      /** Watched to the end, or what the member marked. */
      is_finished: z.boolean(),
      /** Null: the member never watched it. */
      watched_at: z.nullable(Instant),
    }),
  ),
});
export type PlaylistDetail = z.infer<typeof PlaylistDetail>;

export const playlists = {
  list: call("List published playlists", { response: { 200: z.array(Playlist) } }),
  get: call("Get a playlist with its videos", { params, response: { 200: PlaylistDetail } }),
};
