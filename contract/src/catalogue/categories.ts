import * as z from "zod/mini";
import { Category } from "./category.ts";
import { Page, paged, Sort } from "../paging.ts";
import { route } from "../route.ts";
import { RowId } from "../text.ts";
import { VideoCard } from "./videos.ts";

export const categories = {
  list: route({
    method: "GET",
    url: "/api/categories/",
    config: { access: "member", summary: "List all categories" },
    schema: { response: { 200: z.array(Category) } },
  }),
  /** Videos of the category and of its children. */
  videos: route({
    method: "GET",
    url: "/api/categories/:id/videos/",
    config: { access: "member", summary: "List the videos of a category" },
    schema: {
      params: z.object({ id: RowId }),
      querystring: z.object({ page: Page, sort: Sort }),
      response: { 200: paged(VideoCard) },
    },
  }),
};
