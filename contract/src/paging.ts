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

/** Every list takes both spellings of an order. */
const ORDERS = ["newest", "oldest", "-created_at", "created_at"] as const;
const GivenOrder = z.enum(ORDERS);
type GivenOrder = z.output<typeof GivenOrder>;

const isOldest = (given: GivenOrder) => given === "oldest" || given === "created_at";

/** Order of the member's lists, by the time of the entry. */
export const Ordering = z.pipe(
  z._default(GivenOrder, "-created_at"),
  z.transform((given: GivenOrder) => (isOldest(given) ? "created_at" : "-created_at")),
);

/** Order of the catalogue's lists, by the video's publication. */
export const Sort = z.pipe(
  z._default(GivenOrder, "newest"),
  z.transform((given: GivenOrder) => (isOldest(given) ? "oldest" : "newest")),
);
export type Sort = z.output<typeof Sort>;

/** Order of a search. Without words there is no relevance, so the newest come first. */
export const SearchSort = z.pipe(
  z._default(z.enum([...ORDERS, "relevance"]), "newest"),
  z.transform((given: GivenOrder | "relevance") => {
    if (given === "relevance") return given;
    return isOldest(given) ? "oldest" : "newest";
  }),
);
export type SearchSort = z.output<typeof SearchSort>;

export const SavedListQuery = z.object({ page: Page, ordering: Ordering });
