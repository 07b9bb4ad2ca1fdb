import { contract } from "@manabiya/contract";
import { query } from "../../api/calls.ts";
import { PagedList } from "../../paging/paged-list.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { StaffTableSkeleton } from "../table/staff-table.tsx";
import { formatDuration, type FigureRange, rangeFailure, useFigureRange } from "./figure-range.ts";
import { FigureTable } from "./figure-table.tsx";
import { FiguresPage } from "./figures-layout.tsx";
import { DELETED, VIDEO_TEXTS } from "./video-texts.ts";
import { TextLink } from "../table/text-link.tsx";

const CSV = { route: contract.figures.videosCsv, name: "videos.csv" };

export default function VideoFiguresPage() {
  return (
    <FiguresPage title="動画レポート" csv={CSV}>
      <Videos />
      <p className="phrase max-w-reading text-xs text-muted">{Object.values(VIDEO_TEXTS).join("")}</p>
    </FiguresPage>
  );
}

const searchOf = (range: FigureRange) =>
  String(new URLSearchParams(Object.entries(range).map(([name, value]) => [name, String(value)])));

function Videos() {
  const range = useFigureRange();
  return (
    <PagedList
      queryOf={(page) => query(contract.figures.videos, { querystring: { ...range, page } })}
      message="動画レポートを読み込めませんでした。"
      messageOf={rangeFailure}
      skeleton={<StaffTableSkeleton />}
    >
      {(data) =>
        data.count === 0 ? (
          <EmptyState>この期間に視聴された動画はありません</EmptyState>
        ) : (
          <FigureTable
            caption="動画ごとの数値"
            columns={["動画", "視聴回数", "視聴時間", "お気に入り 追加", "お気に入り 削除"]}
            rows={data.results.map(({ id, title, views, watch_seconds, favorites_added, favorites_removed }) => ({
              key: id,
              heading: (
                <TextLink to={{ pathname: `/admin/figures/videos/${id}`, search: searchOf(range) }}>
                  {title ?? `${DELETED}（ID：${id}）`}
                </TextLink>
              ),
              values: [views, formatDuration(watch_seconds), favorites_added, favorites_removed],
            }))}
          />
        )
      }
    </PagedList>
  );
}
