import { contract } from "@manabiya/contract";
import { SEARCH_MAX } from "@manabiya/contract/rules/search-text.ts";
import { keepPreviousData } from "@tanstack/react-query";
import { Clock, Hash, ListVideo, type LucideIcon, Play, SquarePlay } from "lucide-react";
import { useRead } from "../../../api/calls.ts";
import { spokenDuration } from "../../videos/duration.ts";

/** Milliseconds for which an answer is good enough. */
const FRESH = 5 * 60_000;
/** Recent searches beside suggestions. */
const MAX_RECENT = 3;

export interface Option {
  icon: LucideIcon;
  label: string;
  note?: string;
  /** The address, or the words to search for. */
  target: { path: string } | { q: string };
}

interface OptionGroup {
  name: string;
  options: Option[];
}

/** @param typed empty: only the recent searches @param recent the member's last searches */
export function useSuggestions(typed: string, recent: string[]): OptionGroup[] {
  const q = typed.slice(0, SEARCH_MAX).trim();
  const { data } = useRead(
    contract.suggestions.list,
    { querystring: { q } },
    { enabled: q !== "" && q.isWellFormed(), staleTime: FRESH, retry: false, placeholderData: keepPreviousData },
  );
  const own = q === "" ? recent : recent.filter((each) => each !== q && each.startsWith(q)).slice(0, MAX_RECENT);
  const { videos = [], chapters = [], playlists = [], tags = [] } = (q !== "" && data) || {};
  const groups: OptionGroup[] = [
    { name: RECENT, options: own.map((each) => ({ icon: Clock, label: each, target: { q: each } })) },
    {
      name: "動画",
      options: videos.map(({ id, title }) => ({ icon: SquarePlay, label: title, target: { path: `/video/${id}` } })),
    },
    {
      name: "チャプター",
      options: chapters.map(({ title, time_seconds, video }) => ({
        icon: Play,
        label: title,
        note: `${spokenDuration(time_seconds)}　${video.title}`,
        target: { path: `/video/${video.id}?t=${time_seconds}` },
      })),
    },
    {
      name: "再生リスト",
      options: playlists.map(({ id, title }) => ({
        icon: ListVideo,
        label: title,
        target: { path: `/playlists/${id}` },
      })),
    },
    {
      name: "タグ",
      // The scope of the field does not apply: titles and chapters need not hold a tag's name.
      options: tags.map(({ name }) => ({
        icon: Hash,
        label: name,
        target: { path: `/search?${new URLSearchParams({ q: name, type: "all" })}` },
      })),
    },
  ];
  return groups.filter(({ options }) => options.length > 0);
}

/** The group of recent searches is always the first. */
export const RECENT = "最近の検索";
