import type { SearchType } from "@manabiya/contract/catalogue/search.ts";

/** The labels of the search scopes. */
export const SCOPES: Record<SearchType, string> = { all: "すべて", title: "タイトル", chapter: "チャプター" };
