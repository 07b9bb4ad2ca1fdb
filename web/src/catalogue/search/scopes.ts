import type { SearchType } from "@manabiya/contract/catalogue/search.ts";

/** Where words can be looked for, as members read it. */
export const SCOPES: Record<SearchType, string> = {
  all: "すべて",
  title: "タイトル",
  chapter: "チャプター",
};
