import { contract } from "@manabiya/contract";
import type { SearchTerm } from "@manabiya/contract/staff/figures.ts";
import { query } from "../../api/calls.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { DayChart } from "./chart-block.tsx";
import { formatCount } from "./figure-range.ts";
import { FigureTable } from "./figure-table.tsx";
import { compared, FigureTiles } from "./figure-tiles.tsx";
import { FiguresPage, LoadedFigures } from "./figures-layout.tsx";
import { TextLink } from "../table/text-link.tsx";

const CSV = { route: contract.figures.searchesCsv, name: "searches.csv" };

export default function SearchFiguresPage() {
  return (
    <FiguresPage title="検索レポート" csv={CSV}>
      <LoadedFigures
        queryOf={(range) => query(contract.figures.searches, { querystring: range })}
        message="検索レポートを読み込めませんでした。"
      >
        {(data) => (
          <>
            <FigureTiles
              figures={[
                compared(
                  "検索",
                  data,
                  ({ searches }) => `${formatCount(searches)}回`,
                  "会員が検索した回数です。2ページ目以降とスタッフの検索は含みません。",
                ),
                compared(
                  "結果が0件の検索",
                  data,
                  ({ without_result }) => `${formatCount(without_result)}回`,
                  "そのうち、動画が1本も見つからなかった回数です。",
                ),
              ]}
            />
            <Terms title="結果が0件だった検索キーワード" terms={data.missing} />
            <Terms title="よく検索されたキーワード" terms={data.terms} />
            <p className="phrase max-w-reading text-xs text-muted">
              30日以内に3人以上の会員が検索したキーワードだけを、多い順に100件まで表示し、3人目が検索した日にまとめて数えます。ひらがなとカタカナなどの違いは区別しません。メールアドレス、URL、5桁以上の番号を含むキーワードと、50文字を超えるキーワードは記録しません。
            </p>
            <DayChart
              title="日ごとの検索"
              label="検索と、結果が0件の検索の日ごとの回数"
              days={data.days}
              lines={[
                ["検索", ({ searches }) => searches],
                ["結果が0件の検索", ({ without_result }) => without_result],
              ]}
              isCount
            />
          </>
        )}
      </LoadedFigures>
    </FiguresPage>
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
              <TextLink to={`/search?q=${encodeURIComponent(term)}`} className="break-all">
                {term}
              </TextLink>
            ),
            values: [searches, without_result],
          }))}
        />
      )}
    </section>
  );
}
