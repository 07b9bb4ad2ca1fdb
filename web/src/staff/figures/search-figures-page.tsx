import { contract } from "@manabiya/contract";
import type { SearchTerm } from "@manabiya/contract/staff/figures.ts";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { query } from "../../api/calls.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { NotLoaded } from "../../ui/loaded.tsx";
import { StaffTableSkeleton } from "../table/staff-table.tsx";
import { ChartBlock } from "./chart-block.tsx";
import { dayNames, endsToday, formatCount, rangeFailure, useFigureRange } from "./figure-range.ts";
import { FigureTable } from "./figure-table.tsx";
import { FigureTiles } from "./figure-tiles.tsx";
import { FiguresPage } from "./figures-layout.tsx";

const CSV = { route: contract.figures.searchesCsv, name: "searches.csv" };

export default function SearchFiguresPage() {
  return (
    <FiguresPage title="検索レポート" csv={CSV}>
      <Searches />
    </FiguresPage>
  );
}

function Searches() {
  const range = useFigureRange();
  const found = useQuery({
    ...query(contract.figures.searches, { querystring: range }),
    placeholderData: keepPreviousData,
  });
  const { data } = found;
  const message = rangeFailure(found.error, "検索レポートを読み込めませんでした。");
  if (!data) return <NotLoaded query={found} message={message} skeleton={<StaffTableSkeleton />} />;
  const { current, previous, days, terms, missing } = data;
  return (
    <>
      <FigureTiles
        figures={[
          {
            label: "検索",
            value: `${formatCount(current.searches)}回`,
            before: `${formatCount(previous.searches)}回`,
            computed: "会員が検索した回数です。2ページ目以降とスタッフの検索は含みません。",
          },
          {
            label: "結果が0件の検索",
            value: `${formatCount(current.without_result)}回`,
            before: `${formatCount(previous.without_result)}回`,
            computed: "そのうち、動画が1本も見つからなかった回数です。",
          },
        ]}
      />
      <Terms title="結果が0件だった検索キーワード" terms={missing} />
      <Terms title="よく検索されたキーワード" terms={terms} />
      <p className="phrase max-w-reading text-xs text-muted">
        30日以内に3人以上の会員が検索したキーワードだけを、多い順に100件まで表示し、3人目が検索した日にまとめて数えます。ひらがなとカタカナなどの違いは区別しません。メールアドレス、URL、5桁以上の番号を含むキーワードと、50文字を超えるキーワードは記録しません。
      </p>
      <ChartBlock
        title="日ごとの検索"
        isLastUnfinished={endsToday(range)}
        label="検索と、結果が0件の検索の日ごとの回数"
        point="日付"
        points={dayNames(days)}
        series={[
          { label: "検索", values: days.map(({ searches }) => searches) },
          { label: "結果が0件の検索", values: days.map(({ without_result }) => without_result) },
        ]}
      />
    </>
  );
}

function Terms({ title, terms }: { title: string; terms: SearchTerm[] }) {
  return (
    <section aria-label={title} className="grid gap-3">
      <h2 className="text-lg">{title}</h2>
      {terms.length === 0 ? (
        <EmptyState>この期間に表示できるキーワードはありません</EmptyState>
      ) : (
        <FigureTable
          caption={title}
          columns={["検索キーワード", "検索", "結果が0件"]}
          rows={terms.map(({ term, searches, without_result }) => ({
            key: term,
            heading: (
              <Link
                to={`/search?q=${encodeURIComponent(term)}`}
                className="inline-flex min-h-target items-center break-all text-primary hover:underline"
              >
                {term}
              </Link>
            ),
            values: [searches, without_result],
          }))}
        />
      )}
    </section>
  );
}
