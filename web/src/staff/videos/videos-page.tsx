import type { AdminVideo } from "@manabiya/contract/staff/videos.ts";
import { contract } from "@manabiya/contract";
import { PAGE_SIZE, pageCount } from "@manabiya/contract/rules/pager.ts";
import { keepPreviousData } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { Navigate, useNavigate, useSearchParams } from "react-router";
import { StaffPage } from "../table/staff-layout.tsx";
import { FilmSum } from "./films/film-sum.tsx";
import { withFilter, withPage } from "../../paging/change-address.ts";
import { HistoryActions } from "../../lists/history/history-actions.tsx";
import { SelectionBar } from "../../lists/history/selection-bar.tsx";
import { useSelection } from "../../lists/history/use-selection.ts";
import { Toast, ToastLink } from "../../ui/page/toast.tsx";
import { Button } from "../../ui/button.tsx";
import { Loading } from "../../ui/spinner.tsx";
import { rangeOf } from "../../paging/range-of.ts";
import { Pager } from "../../paging/pager.tsx";
import { RangeText } from "../../catalogue/list/list-layout.tsx";
import { useRead } from "../../api/calls.ts";
import { searchFailure } from "../../api/search-failure.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { NotLoaded } from "../../ui/loaded.tsx";
import { SkeletonGroup } from "../../ui/skeleton.tsx";
import { ChangeVideosDialog } from "./change-videos-dialog.tsx";
import { choiceOf, SHOWS, SORTS } from "./use-admin-videos.ts";
import { VideoTable, type VideoTableProps } from "./video-table.tsx";
import { AddressSelect } from "../../paging/address-select.tsx";
import { SearchForm } from "../table/search-form.tsx";

const NewVideoForm = lazy(() => import("./new-video-form.tsx"));

export default function AdminVideosPage() {
  const [done, setDone] = useState<{ message: string; video: AdminVideo | undefined } | null>(null);
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const [isOpened, setOpened] = useState(false);
  const isOpen = isOpened || search.has("new");
  /** A closed form keeps what was typed. */
  const [isMounted, setMounted] = useState(false);
  if (isOpen && !isMounted) setMounted(true);
  return (
    <StaffPage
      title="動画管理"
      actions={
        <Button
          aria-expanded={isOpen}
          onClick={() => {
            setOpened(!isOpen);
            if (search.has("new")) void navigate(withFilter(search, "new", null), { replace: true });
          }}
        >
          <Plus aria-hidden className="size-5" />
          動画を登録する
        </Button>
      }
    >
      {isMounted && (
        <div hidden={!isOpen} className="rounded-lg border bg-surface p-5">
          <Suspense fallback={<Loading />}>
            <NewVideoForm
              onCreated={(video) => {
                setDone({ message: `「${video.title}」を登録しました。`, video });
                setOpened(true);
                // The unfiltered list shows the newest video first.
                void navigate({ search: "" }, { replace: true });
              }}
            />
          </Suspense>
        </div>
      )}
      <VideoList onDone={(message, video) => setDone({ message, video })} />
      <FilmSum />
      <Toast
        message={done?.message ?? null}
        action={done?.video && <VideoLinks video={done.video} />}
        onClose={() => setDone(null)}
      />
    </StaffPage>
  );
}

/** Members cannot open a draft, so its page is not offered. */
function VideoLinks({ video: { id, status } }: { video: AdminVideo }) {
  return (
    <>
      {status === "published" && <ToastLink to={`/video/${id}`}>見る</ToastLink>}
      <ToastLink to={`/admin/videos/${id}`}>編集</ToastLink>
    </>
  );
}

const SKELETON_ROWS = Array<string>(6).fill("h-18");

/** One page of the table. The previous page stays visible until the next one arrives. */
function VideoList({ onDone }: Pick<VideoTableProps, "onDone">) {
  const [search] = useSearchParams();
  const choice = choiceOf(search);
  const found = useRead(contract.adminVideos.page, { querystring: choice }, { placeholderData: keepPreviousData });
  const { data, error, isPlaceholderData: isOtherPage } = found;
  const { page } = choice;
  const selection = useSelection(search.toString());
  const { ids } = selection;
  const [isChanging, setChanging] = useState(false);
  const { results: videos = [], count = 0 } = data ?? {};
  const last = pageCount(count);
  const range = rangeOf({ count, page, pageSize: PAGE_SIZE, shown: videos.length });
  return (
    <section aria-label="動画一覧" className="grid grid-cols-1 gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <VideoFilters />
        {data && <RangeText list={{ range, isOtherPage }} />}
        {videos.length > 0 && choice.show !== "trashed" && (
          <HistoryActions isSelecting={ids !== null} onSelect={selection.start} />
        )}
      </div>
      {ids && videos.length > 0 && (
        <SelectionBar
          selection={{ ...selection, ids }}
          all={isOtherPage ? [] : videos.map(({ id }) => id)}
          label="選択した動画"
          action={{ onClick: () => setChanging(true), children: "まとめて変更" }}
        />
      )}
      {ids && isChanging && (
        <ChangeVideosDialog
          videos={videos.filter(({ id }) => ids.includes(id))}
          onClose={() => setChanging(false)}
          onDone={(message) => {
            setChanging(false);
            selection.stop();
            onDone(message);
          }}
        />
      )}
      {!data && (
        <NotLoaded
          query={found}
          message={searchFailure(error, "データの取得に失敗しました。")}
          skeleton={<SkeletonGroup className="grid gap-3" blocks={SKELETON_ROWS} />}
        />
      )}
      {data && page > last && !isOtherPage && <Navigate replace to={withPage(search, last)} />}
      {data && count === 0 && <EmptyState>該当する動画はありません</EmptyState>}
      {videos.length > 0 && (
        <VideoTable videos={videos} selection={selection} isPassing={isOtherPage} onDone={onDone} />
      )}
      {last > 1 && <Pager current={page} last={last} />}
    </section>
  );
}

/** Search, filter and order of the table, all in the address. */
function VideoFilters() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const { q } = choiceOf(search);
  return (
    <div className="grid min-w-0 flex-1 gap-3 @3xs:grid-cols-2 @max-3xl:basis-full @3xl:grid-cols-[minmax(0,1fr)_auto_auto]">
      <SearchForm
        label="動画を検索"
        placeholder="タイトル、概要文、タグなど"
        q={q}
        // The rendered address can lag behind the current one.
        onSearch={(words) => void navigate(withFilter(new URLSearchParams(location.search), "q", words || null))}
        className="@3xs:@max-3xl:col-span-2"
      />
      <AddressSelect label="表示する動画" name="show" options={SHOWS} />
      <AddressSelect label="並び順" name="sort" options={SORTS} />
    </div>
  );
}
