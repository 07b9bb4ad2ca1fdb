import { Navigate, useSearchParams } from "react-router";
import { withPage } from "../../paging/change-address.ts";
import { Pager } from "../../paging/pager.tsx";
import { RangeText } from "../../catalogue/list/list-layout.tsx";
import { searchFailure } from "../../api/search-failure.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Failure } from "../../ui/loaded.tsx";
import { SkeletonGroup } from "../../ui/skeleton.tsx";
import { useAdminVideos } from "./use-admin-videos.ts";
import { VideoFilters } from "./video-filters.tsx";
import { VideoTable, type VideoTableProps } from "./video-table.tsx";

const SKELETON_ROWS = Array<string>(6).fill("h-18");

export function VideoList({ onDone }: { onDone: VideoTableProps["onDone"] }) {
  const list = useAdminVideos();
  return (
    <section aria-label="動画一覧" className="grid grid-cols-1 gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <VideoFilters />
        {list.videos && <RangeText list={list} />}
      </div>
      <Rows list={list} onDone={onDone} />
      {list.videos && list.last > 1 && <Pager current={list.page} last={list.last} />}
    </section>
  );
}

interface RowsProps {
  list: ReturnType<typeof useAdminVideos>;
  onDone: VideoTableProps["onDone"];
}

function Rows({ list, onDone }: RowsProps) {
  const [search] = useSearchParams();
  const { videos, page, last, isOtherPage, error } = list;
  if (error && !videos) {
    return <Failure query={list} message={searchFailure(error, "データの取得に失敗しました。")} />;
  }
  if (!videos) return <SkeletonGroup className="grid gap-3" blocks={SKELETON_ROWS} />;
  if (page > last && !isOtherPage) return <Navigate replace to={withPage(search, last)} />;
  if (videos.length === 0) return <EmptyState>該当する動画はありません</EmptyState>;
  return <VideoTable videos={videos} isPassing={isOtherPage} onDone={onDone} />;
}
