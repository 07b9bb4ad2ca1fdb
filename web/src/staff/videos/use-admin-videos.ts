import { contract } from "@manabiya/contract";
import type { AdminVideo, VideoListShow, VideoListSort } from "@manabiya/contract/staff/videos.ts";
import { type QueryClient, skipToken, useQuery } from "@tanstack/react-query";
import { pageOf } from "../../paging/list-address.ts";

export const SHOWS: Record<VideoListShow, string> = {
  all: "すべて",
  published: "公開中",
  scheduled: "公開予約",
  draft: "下書き",
  open: "無料公開",
  without_chapters: "チャプターなし",
  without_categories: "カテゴリーなし",
  unplayable: "再生できない動画",
  trashed: "ゴミ箱",
};

export const SORTS: Record<VideoListSort, string> = {
  newest: "新しい順",
  oldest: "古い順",
  title: "タイトル順",
  views: "視聴回数順",
};

/** The table's search, filter, order and page, as the address has them. */
export function choiceOf(search: URLSearchParams) {
  const show = search.get("show") ?? "";
  const sort = search.get("sort") ?? "";
  return {
    q: search.get("q")?.trim().slice(0, 100) ?? "",
    show: show in SHOWS ? (show as VideoListShow) : "all",
    sort: sort in SORTS ? (sort as VideoListSort) : "newest",
    page: pageOf(search),
  };
}

const newestKey = (id: number) => ["newest version of a video", id];

/** Replaces a video in every fetched page, and makes it the version that the next save replaces. */
export function putVideo(client: QueryClient, video: AdminVideo): void {
  client.setQueryData(newestKey(video.id), video);
  client.setQueriesData<{ results: AdminVideo[] }>(
    { queryKey: [contract.adminVideos.page.url] },
    (page) => page && { ...page, results: page.results.map((other) => (other.id === video.id ? video : other)) },
  );
}

const newerOf = (video: AdminVideo, saved: AdminVideo | undefined) =>
  saved !== undefined && saved.revision > video.revision ? saved : video;

/**
 * The video as the last save in this tab returned it, if that is newer. Two forms write one video, and a fetch that is
 * cancelled between two saves restores the version of before.
 */
export function useNewest(video: AdminVideo): AdminVideo {
  return newerOf(video, useQuery<AdminVideo>({ queryKey: newestKey(video.id), queryFn: skipToken }).data);
}

/** As `useNewest`, before the page shows it. */
export const newestOf = (client: QueryClient, video: AdminVideo): AdminVideo =>
  newerOf(video, client.getQueryData(newestKey(video.id)));
