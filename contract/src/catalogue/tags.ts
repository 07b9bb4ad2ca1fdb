import * as z from "zod/mini";
import { route } from "../route.ts";

export const Tag = z.object({ id: z.int(), name: z.string() });
export type Tag = z.infer<typeof Tag>;

export const tags = {
  list: route({
    method: "GET",
    url: "/api/tags/",
    config: { access: "member", summary: "List all tags" },
    schema: { response: { 200: z.array(Tag) } },
  }),
};
