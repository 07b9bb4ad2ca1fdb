import * as z from "zod/mini";

export const Category = z.object({
  id: z.int(),
  name: z.string(),
  /** The parent's id; null at the top level. There are two levels. */
  parent: z.nullable(z.int()),
});
export type Category = z.infer<typeof Category>;
