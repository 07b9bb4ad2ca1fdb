import * as z from "zod/mini";
import { route } from "../route.ts";
import { VideoCard } from "./videos.ts";

export const HOME_COUNT = 8;

export const Home = z.object({
  newVideos: z.array(VideoCard),
  historyVideos: z.array(VideoCard),
  recommendVideos: z.array(VideoCard),
});
export type Home = z.infer<typeof Home>;

export const home = {
  get: route({
    method: "GET",
    url: "/api/home/",
    config: { access: "member", summary: "Get the home screen" },
    schema: { response: { 200: Home } },
  }),
};
