import * as z from "zod/mini";
import { Category } from "./category.ts";
import { Page, paged, Sort } from "../paging.ts";
import { call } from "../route.ts";
import { params } from "../text.ts";
import { VideoCard } from "./videos.ts";

export const categories = {
  list: call("List all categories", { response: { 200: z.array(Category) } }),
  /** Videos of the category and of its children. */
  videos: call("List the videos of a category", {
    params,
    querystring: z.object({ page: Page, sort: Sort }),
    response: { 200: paged(VideoCard) },
  }),
};
