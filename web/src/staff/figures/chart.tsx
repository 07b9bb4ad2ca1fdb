import { useEffect, useRef } from "react";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";

export interface ChartProps {
  /** Names the picture for screen readers, which read the table instead. */
  label: string;
  /** A label for each point. */
  points: readonly string[];
  series: readonly { label: string; values: readonly number[] }[];
}

/** Pixels. */
const HEIGHT = 220;
/** Members and yen are whole numbers. */
const WHOLE_STEPS = Array.from({ length: 10 }, (_, power) => [1, 2, 5].map((step) => step * 10 ** power)).flat();
/** Dashes tell a second line without colour. */
const DASHES = [[], [6, 4]];

/** Lines in the page's colours at the first rendering. Loaded by staff screens alone (decisions/042). */
export default function Chart({ label, points, series }: ChartProps) {
  const holder = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = holder.current;
    if (element === null) return;
    const style = getComputedStyle(element);
    const [line, grid] = [style.color, style.borderColor];
    const muted = style.getPropertyValue("text-decoration-color");
    const font = `${style.fontSize} ${style.fontFamily}`;
    const axis = { stroke: muted, font, grid: { stroke: grid, width: 1 }, ticks: { show: false } };
    const chart = new uPlot(
      {
        width: element.clientWidth,
        height: HEIGHT,
        legend: { show: false },
        cursor: { show: false },
        scales: { x: { time: false }, y: { range: (_chart, _low, high) => [0, Math.max(1, high * 1.05)] } },
        axes: [
          {
            ...axis,
            size: 32,
            gap: 10,
            space: 80,
            values: (_chart, indexes) => indexes.map((index) => points[index] ?? ""),
          },
          {
            ...axis,
            size: 64,
            incrs: WHOLE_STEPS,
            values: (_chart, values) => values.map((value) => value.toLocaleString("ja-JP")),
          },
        ],
        series: [
          {},
          ...series.map((each, index) => ({
            label: each.label,
            stroke: line,
            width: 2,
            dash: DASHES[index] ?? [],
            points: { show: points.length < 2 },
          })),
        ],
      },
      [points.map((_, index) => index), ...series.map(({ values }) => [...values])],
      element,
    );
    const observer = new ResizeObserver(() => chart.setSize({ width: element.clientWidth, height: HEIGHT }));
    observer.observe(element);
    return () => {
      observer.disconnect();
      chart.destroy();
    };
  }, [points, series]);
  return (
    <div
      ref={holder}
      role="img"
      aria-label={label}
      className="h-[220px] w-full overflow-hidden text-xs text-primary decoration-muted"
    />
  );
}
