import * as z from "zod/mini";
import { call } from "../route.ts";
import { VideoCard } from "./videos.ts";

export const HOME_COUNT = 8;

export const Home = z.object({
  newVideos: z.array(VideoCard),
  historyVideos: z.array(VideoCard),
  recommendVideos: z.array(VideoCard),
});
export type Home = z.infer<typeof Home>;

export const home = { get: call("Get the home screen", { response: { 200: Home } }) };
