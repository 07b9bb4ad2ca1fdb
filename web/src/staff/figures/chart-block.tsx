import { Component, lazy, type PropsWithChildren, Suspense } from "react";
import { SkeletonGroup } from "../../ui/skeleton.tsx";
import { useMediaQuery } from "../../ui/use-media-query.ts";
import type { ChartProps } from "./chart.tsx";
import { dayNames, useFigureRange } from "./figure-range.ts";
import { FigureTable } from "./figure-table.tsx";

const Chart = lazy(() => import("./chart.tsx"));

interface ChartBlockProps extends ChartProps {
  title: string;
  /** Heading of the points in the table. */
  point: string;
  /** The last point is a day that has not ended. The picture leaves it out, because its line would seem to fall. */
  isLastUnfinished?: boolean;
}

/** A picture and the same figures as a table. */
export function ChartBlock({ title, point, isLastUnfinished = false, ...chart }: ChartBlockProps) {
  const { points, series } = chart;
  const end = points.length - (isLastUnfinished ? 1 : 0);
  const isDark = useMediaQuery("(prefers-color-scheme: dark)");
  return (
    <section aria-label={title} className="grid min-w-0 grid-cols-1 gap-3 rounded-lg border bg-surface p-4 @2xl:p-6">
      <h2 className="text-lg">{title}</h2>
      <ChartFailure>
        <Suspense fallback={<SkeletonGroup className="h-62" blocks={["h-full"]} />}>
          <Chart
            key={String(isDark)}
            label={chart.label}
            points={points.slice(0, end)}
            series={series.map(({ label, values }) => ({ label, values: values.slice(0, end) }))}
          />
        </Suspense>
      </ChartFailure>
      <details>
        <summary className="inline-flex min-h-target cursor-pointer items-center text-primary">表で見る</summary>
        <FigureTable
          caption={title}
          columns={[point, ...series.map(({ label }) => label)]}
          rows={points.map((name, index) => ({
            key: index,
            heading: index < end ? name : `${name}（途中）`,
            values: series.map(({ values }) => values[index] ?? 0),
          }))}
        />
      </details>
    </section>
  );
}

interface DayChartProps<Day> {
  title: string;
  label: string;
  days: readonly Day[];
  lines: readonly [label: string, valueOf: (day: Day) => number][];
  /** Each day counts what happened on it, so an unfinished one has too little. */
  isCount?: boolean;
}

/** The days of the range that the address names. */
export function DayChart<Day extends { day: string }>({ days, lines, isCount, ...chart }: DayChartProps<Day>) {
  const range = useFigureRange();
  return (
    <ChartBlock
      {...chart}
      point="日付"
      points={dayNames(days)}
      series={lines.map(([label, valueOf]) => ({ label, values: days.map(valueOf) }))}
      isLastUnfinished={isCount === true && range.from === undefined}
    />
  );
}

/** A browser that cannot draw the picture still shows the table, and the rest of the page. */
class ChartFailure extends Component<PropsWithChildren, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return <p className="text-muted">グラフを表示できませんでした。数値は「表で見る」で確認できます。</p>;
  }
}
