import { contract } from "@manabiya/contract";
import { PAGE_SIZE, pageCount } from "@manabiya/contract/rules/pager.ts";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link, Navigate, useSearchParams } from "react-router";
import { query } from "../../api/calls.ts";
import { withPage } from "../../paging/change-address.ts";
import { pageOf } from "../../paging/list-address.ts";
import { Pager } from "../../paging/pager.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { NotLoaded } from "../../ui/loaded.tsx";
import { StaffTableSkeleton } from "../table/staff-table.tsx";
import { formatDuration, rangeFailure, rangeOf, useFigureRange } from "./figure-range.ts";
import { FigureTable } from "./figure-table.tsx";
import { FiguresPage } from "./figures-layout.tsx";
import { DELETED, VIDEO_TEXTS } from "./video-texts.ts";

const CSV = { route: contract.figures.videosCsv, name: "videos.csv" };

export default function VideoFiguresPage() {
  return (
    <FiguresPage title="動画レポート" csv={CSV}>
      <Videos />
      <p className="phrase max-w-reading text-xs text-muted">{Object.values(VIDEO_TEXTS).join("")}</p>
    </FiguresPage>
  );
}

function Videos() {
  const [search] = useSearchParams();
  const page = pageOf(search);
  const found = useQuery({
    ...query(contract.figures.videos, { querystring: { ...useFigureRange(), page } }),
    placeholderData: keepPreviousData,
  });
  const { data } = found;
  const message = rangeFailure(found.error, "動画レポートを読み込めませんでした。");
  if (!data) return <NotLoaded query={found} message={message} skeleton={<StaffTableSkeleton />} />;
  if (data.count === 0) return <EmptyState>この期間に視聴された動画はありません</EmptyState>;
  const last = pageCount(data.count);
  if (page > last) return <Navigate replace to={withPage(search, last)} />;
  const range = new URLSearchParams(Object.entries(rangeOf(search)).map(([name, value]) => [name, String(value)]));
  return (
    <>
      <FigureTable
        caption="動画ごとの数値"
        columns={["動画", "視聴回数", "視聴時間", "お気に入り 追加", "お気に入り 削除"]}
        rows={data.results.map(({ id, title, views, watch_seconds, favorites_added, favorites_removed }) => ({
          key: id,
          heading: (
            <Link
              to={{ pathname: `/admin/figures/videos/${id}`, search: String(range) }}
              className="inline-flex min-h-target items-center text-primary hover:underline"
            >
              {title ?? `${DELETED}（ID：${id}）`}
            </Link>
          ),
          values: [views, formatDuration(watch_seconds), favorites_added, favorites_removed],
        }))}
      />
      {data.count > PAGE_SIZE && <Pager current={page} last={last} />}
    </>
  );
}
