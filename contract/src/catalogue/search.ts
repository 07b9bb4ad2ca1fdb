import * as z from "zod/mini";
import { Page, paged, SearchSort } from "../paging.ts";
import { call } from "../route.ts";
import { SEARCH_MAX } from "../rules/search-text.ts";
import { RowId } from "../text.ts";
import { Playlist } from "./playlists.ts";
import { Chapter, VideoCard } from "./videos.ts";

export const SearchType = z.enum(["all", "title", "chapter"]);
export type SearchType = z.infer<typeof SearchType>;

/** From strong to weak; `tag` includes categories. */
export const MatchedField = z.enum(["title", "chapter", "tag", "description", "spoken"]);
export type MatchedField = z.infer<typeof MatchedField>;

/** A line of captions, or the beginning of a question and of its answer. */
export const SpokenHit = z.object({
  starts_ms: z.int(),
  /** "MM:SS" */
  time_formatted: z.string(),
  text: z.string(),
  answer: z.optional(z.string()),
});
export type SpokenHit = z.infer<typeof SpokenHit>;

export const SearchHit = z.extend(VideoCard, {
  /** At most three chapters that hold one of the words. */
  chapter_hits: z.array(z.pick(Chapter, { id: true, title: true, time_seconds: true, time_formatted: true })),
  /** At most three lines of captions or answered questions that hold one of the words; absent without any. */
  spoken_hits: z.optional(z.array(SpokenHit)),
  /** The strongest field with one of the words. Only by relevance. */
  matched: z.optional(MatchedField),
  /** The most exact match there. */
  matched_by: z.optional(z.enum(["exact", "reading", "synonym"])),
});
export type SearchHit = z.infer<typeof SearchHit>;

export const search = {
  /** Without `q` it lists all videos: the new-videos screen. */
  videos: call("Search videos by text, category and tag", {
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
    response: {
      200: z.extend(paged(SearchHit), {
        // `count` ends at HITS_MAX.
        /** The query whose hits these are, because the typed one has none. */
        corrected: z.optional(z.string()),
        /** No video holds all words: only the order by relevance begins with the nearest. */
        is_partly: z.optional(z.literal(true)),
        /** Normalised spellings that found these hits, such as synonyms; absent if they are the typed words. */
        marked_words: z.optional(z.array(z.string())),
        /** Playlists whose titles hold the words; absent without any. Only on page 1 of everything, in all categories. */
        playlists: z.optional(z.array(Playlist)),
      }),
    },
    errors: [429],
  }),
};
