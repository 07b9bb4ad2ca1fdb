import { contract } from "@manabiya/contract";
import { keepPreviousData } from "@tanstack/react-query";
import { useParams } from "react-router";
import { useRead } from "../../api/calls.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { NotLoaded } from "../../ui/loaded.tsx";
import { StaffTableSkeleton } from "../table/staff-table.tsx";
import { ChartBlock, DayChart } from "./chart-block.tsx";
import { formatCount, formatDuration, rangeFailure, useFigureRange } from "./figure-range.ts";
import { compared, FigureTiles } from "./figure-tiles.tsx";
import { FiguresPage } from "./figures-layout.tsx";
import { DELETED, VIDEO_TEXTS } from "./video-texts.ts";

export default function OneVideoPage() {
  const { id = "" } = useParams();
  const range = useFigureRange();
  const found = useRead(
    contract.figures.video,
    { params: { id }, querystring: range },
    { placeholderData: keepPreviousData },
  );
  const { data, error } = found;
  const title = data ? (data.title ?? DELETED) : "動画レポート";
  if (!data) {
    const message = rangeFailure(error, "動画レポートを読み込めませんでした。");
    return (
      <FiguresPage title={title}>
        <NotLoaded query={found} message={message} skeleton={<StaffTableSkeleton />} />
      </FiguresPage>
    );
  }
  const count = (label: string, name: "views" | "favorites_added" | "favorites_removed", computed: string) =>
    compared(label, data, ({ [name]: times }) => `${formatCount(times)}回`, computed);
  return (
    <FiguresPage
      title={title}
      actions={
        data.title !== null && (
          <ButtonLink look="secondary" to={`/admin/videos/${id}`}>
            編集
          </ButtonLink>
        )
      }
    >
      <FigureTiles
        figures={[
          count("視聴回数", "views", VIDEO_TEXTS.views),
          compared("視聴時間", data, ({ watch_seconds }) => formatDuration(watch_seconds), VIDEO_TEXTS.watch_seconds),
          count("お気に入りに追加", "favorites_added", "期間中に追加された回数です。"),
          count("お気に入りから削除", "favorites_removed", "期間中に削除された回数です。退会による削除は含みません。"),
        ]}
      />
      <ChartBlock
        title="どこまで見られたか（秒）"
        label="動画の20の部分ごとに再生された秒数"
        point="動画の部分"
        points={data.watched.map((_, part) => `${part * 5}%`)}
        series={[{ label: "再生された秒数", values: data.watched }]}
      />
      <p className="phrase max-w-reading text-xs text-muted">
        動画を20に分け、それぞれが期間中に再生された秒数を合計しています。線が下がる位置で、見るのをやめた会員がいます。
      </p>
      <DayChart
        title="日ごとの視聴回数"
        label="日ごとの視聴回数"
        days={data.days}
        lines={[["視聴回数", ({ views }) => views]]}
        isCount
      />
    </FiguresPage>
  );
}
