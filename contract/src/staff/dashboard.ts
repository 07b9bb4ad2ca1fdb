import * as z from "zod/mini";
import { route } from "../route.ts";

/** Something that waits for a hand. */
export const Need = z.object({
  /** Such as "videos_without_chapters"; the screen knows a sentence and a link for each. */
  kind: z.string(),
  count: z.int(),
});
export type Need = z.infer<typeof Need>;

export const dashboard = {
  /** What needs a hand today: every kind that the caller may see, also those of which there is none. */
  get: route({
    method: "GET",
    url: "/api/admin/dashboard/",
    config: { access: "staff", summary: "Get the figures of the staff dashboard" },
    schema: { response: { 200: z.object({ needs: z.array(Need) }) } },
  }),
};
