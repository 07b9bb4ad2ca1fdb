import * as z from "zod/mini";
import { Page, paged, SearchSort } from "../paging.ts";
import { call } from "../route.ts";
import { SEARCH_MAX } from "../rules/search-text.ts";
import { RowId } from "../text.ts";
import { Chapter, VideoCard } from "./videos.ts";

export const SearchType = z.enum(["all", "title", "chapter"]);
export type SearchType = z.infer<typeof SearchType>;

/** `chapter_hits`: at most three chapters that hold one of the words. */
export const SearchHit = z.extend(VideoCard, {
  chapter_hits: z.array(z.pick(Chapter, { id: true, title: true, time_seconds: true, time_formatted: true })),
});
export type SearchHit = z.infer<typeof SearchHit>;

export const search = {
  /** Without `q` it lists all videos: the new-videos screen. */
  videos: call(
    "Search videos by text, category and tag",
    {
      querystring: z.object({
        q: z._default(
          z.string().check(
            z.maxLength(SEARCH_MAX, { error: `検索キーワードは${SEARCH_MAX}文字以内で入力してください。` }),
            z.refine((q) => !q.includes("\0") && q.isWellFormed(), { error: "使用できない文字が含まれています。" }),
          ),
          "",
        ),
        type: z._default(SearchType, "all"),
        category: z.optional(RowId),
        page: Page,
        sort: SearchSort,
      }),
      /** `corrected`: the query whose hits these are, because the typed one has none. */
      response: { 200: z.extend(paged(SearchHit), { corrected: z.optional(z.string()) }) },
    },
    { errors: [429] },
  ),
};
