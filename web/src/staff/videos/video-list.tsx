import { Navigate, useNavigate, useSearchParams } from "react-router";
import { withFilter, withPage } from "../../paging/change-address.ts";
import { Pager } from "../../paging/pager.tsx";
import { RangeText } from "../../catalogue/list/list-layout.tsx";
import { searchFailure } from "../../api/search-failure.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Failure } from "../../ui/loaded.tsx";
import { SkeletonGroup } from "../../ui/skeleton.tsx";
import { choiceOf, SHOWS, SORTS, useAdminVideos } from "./use-admin-videos.ts";
import { VideoTable, type VideoTableProps } from "./video-table.tsx";
import { CompactSelect } from "../../paging/compact-select.tsx";
import { SearchForm } from "../table/search-form.tsx";

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

/** Search, filter and order of the table, all in the address. */
function VideoFilters() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const { q, show, sort } = choiceOf(search);
  const go = (name: string, value: string, usual: string) => {
    // The rendered address can lag behind the current one.
    const now = new URLSearchParams(window.location.search);
    void navigate(withFilter(now, name, value === usual ? null : value));
  };
  return (
    <div className="grid min-w-0 flex-1 gap-3 @max-3xl:basis-full @xl:grid-cols-2 @3xl:grid-cols-[minmax(0,1fr)_auto_auto]">
      <SearchForm
        label="動画を検索"
        placeholder="タイトル、概要文、タグなど"
        q={q}
        onSearch={(words) => go("q", words, "")}
        className="@xl:@max-3xl:col-span-2"
      />
      <CompactSelect label="表示する動画" value={show} onChange={(value) => go("show", value, "all")} options={SHOWS} />
      <CompactSelect label="並び順" value={sort} onChange={(value) => go("sort", value, "newest")} options={SORTS} />
    </div>
  );
}
