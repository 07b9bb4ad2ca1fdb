import * as z from "zod/mini";
import { call } from "../route.ts";

/** Work that waits for staff. */
export const Need = z.object({
  /** Such as "videos_without_chapters". The screen has a sentence and a link for each kind. */
  kind: z.string(),
  count: z.int(),
});
export type Need = z.infer<typeof Need>;

export const dashboard = {
  /** Every kind that the caller may see, including those with a count of 0. */
  get: call("Get the figures of the staff dashboard", { response: { 200: z.object({ needs: z.array(Need) }) } }),
};
