import * as z from "zod/mini";
import { call } from "../route.ts";
import { VideoCard } from "./videos.ts";

export const HOME_COUNT = 8;

export const Home = z.object({
  newVideos: z.array(VideoCard),
  historyVideos: z.array(VideoCard),
  /** No video of another list. */
  recommendVideos: z.array(VideoCard),
  /** Absent unless the member has lessons of it to watch first. */
  newcomersPlaylist: z.optional(z.object({ id: z.int(), title: z.string(), title_breaks: z.array(z.int()) })),
  /** The next lessons of `newcomersPlaylist`. */
  newcomersVideos: z.optional(z.array(VideoCard)),
});
export type Home = z.infer<typeof Home>;

export const home = { get: call("Get the home screen", { response: { 200: Home } }) };
