import * as z from "zod/mini";
import { call } from "../route.ts";
import { VideoCard } from "./videos.ts";

export const HOME_COUNT = 8;

export const Home = z.object({
  newVideos: z.array(VideoCard),
  historyVideos: z.array(VideoCard),
  /** No video of another list. */
  recommendVideos: z.array(VideoCard),
  /** The lesson to watch now, and the playlist that it belongs to. Absent if the member has begun nothing, and is no newcomer. */
  next: z.optional(
    z.object({
      video: VideoCard,
      playlist: z.nullable(z.object({ id: z.int(), title: z.string(), title_breaks: z.array(z.int()) })),
    }),
  ),
});
export type Home = z.infer<typeof Home>;

export const home = { get: call("Get the home screen", { response: { 200: Home } }) };
