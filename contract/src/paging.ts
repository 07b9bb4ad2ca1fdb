import * as z from "zod/mini";
import { PAGE_MAX } from "./rules/pager.ts";

export { PAGE_MAX, PAGE_SIZE } from "./rules/pager.ts";

export const Page = z._default(
  z.coerce
    .number({ error: "ページ番号が正しくありません。" })
    .check(
      z.int({ error: "ページ番号が正しくありません。" }),
      z.minimum(1, { error: "ページ番号が正しくありません。" }),
      z.maximum(PAGE_MAX, { error: "ページ番号が正しくありません。" }),
    ),
  1,
);

/** One page of a list. `next` and `previous` are addresses of this API, null at the ends. */
export function paged<T extends z.ZodMiniType>(item: T) {
  return z.object({
    results: z.array(item),
    count: z.int(),
    next: z.nullable(z.string()),
    previous: z.nullable(z.string()),
  });
}

/** Order of the member's lists, by the time of the entry. */
export const Ordering = z._default(z.enum(["-created_at", "created_at"]), "-created_at");

/** Order of the catalogue's lists, by the video's publication. */
export const Sort = z._default(z.enum(["newest", "oldest"]), "newest");
export type Sort = z.output<typeof Sort>;

export const SavedListQuery = z.object({ page: Page, ordering: Ordering });
