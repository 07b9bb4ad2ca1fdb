import * as z from "zod/mini";
import { call } from "../route.ts";
import { search } from "./search.ts";
import { Tag } from "./tags.ts";
import { Chapter } from "./videos.ts";

const Titled = z.object({ id: z.int(), title: z.string() });
const querystring = z.pick(search.videos.schema.querystring, { q: true });

/** Texts that a member may have begun to type. Chapters are for those who may watch. */
export const Suggestions = z.object({
  videos: z.array(Titled),
  chapters: z.array(
    z.extend(z.pick(Chapter, { id: true, title: true, time_seconds: true, time_formatted: true }), { video: Titled }),
  ),
  playlists: z.array(Titled),
  tags: z.array(Tag),
});
export type Suggestions = z.infer<typeof Suggestions>;

export const suggestions = {
  list: call("Suggest videos, chapters, playlists and tags while a member types", {
    querystring,
    response: { 200: Suggestions },
    errors: [429],
  }),
  otherSearches: call("Suggest other searches for one without hits, and popular tags", {
    querystring,
    response: {
      /** `count`: the number of videos that the search finds. */
      200: z.object({ searches: z.array(z.object({ q: z.string(), count: z.int() })), tags: z.array(Tag) }),
    },
    errors: [429],
  }),
};
