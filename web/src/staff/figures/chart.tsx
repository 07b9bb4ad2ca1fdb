import { useEffect, useRef, useState } from "react";
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
/** Dashes tell a second line without colour, and its colour shows it where it lies on the first. */
const DASHES = [[], [6, 4]];
const LINES = ["実線：", "破線："];

/** Lines in the page's colours at the first rendering. Loaded by staff screens alone (decisions/042). */
export default function Chart({ label, points, series }: ChartProps) {
  const holder = useRef<HTMLDivElement>(null);
  /** The point under the pointer or the finger. */
  const [chosen, setChosen] = useState<number | null>(null);
  useEffect(() => {
    const element = holder.current;
    if (element === null) return;
    const style = getComputedStyle(element);
    const [lines, grid] = [[style.color, style.outlineColor], style.borderColor];
    const muted = style.getPropertyValue("text-decoration-color");
    const font = `${style.fontSize} ${style.fontFamily}`;
    const axis = { stroke: muted, font, grid: { stroke: grid, width: 1 }, ticks: { show: false } };
    const chart = new uPlot(
      {
        width: element.clientWidth,
        height: HEIGHT,
        legend: { show: false },
        cursor: { y: false, drag: { x: false, y: false } },
        hooks: { setCursor: [({ cursor: { idx } }) => setChosen(idx ?? null)] },
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
            stroke: lines[index] ?? style.color,
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
    // The library follows a mouse alone.
    const follow = ({ clientX }: PointerEvent) =>
      chart.setCursor({ left: clientX - chart.over.getBoundingClientRect().left, top: 0 });
    element.addEventListener("pointermove", follow);
    element.addEventListener("pointerdown", follow);
    return () => {
      observer.disconnect();
      element.removeEventListener("pointermove", follow);
      element.removeEventListener("pointerdown", follow);
      chart.destroy();
    };
  }, [points, series]);
  return (
    <div className="min-w-0">
      <p aria-hidden className="mb-1 flex min-h-6 flex-wrap gap-x-4 text-xs text-muted tabular-nums">
        {chosen !== null && <span className="font-bold text-ink">{points[chosen]}</span>}
        {series.map(({ label: name, values }, index) => (
          <span key={name}>
            {series.length > 1 && LINES[index]}
            {name}
            {chosen !== null && <b className="ml-1 text-ink">{values[chosen]?.toLocaleString("ja-JP")}</b>}
          </span>
        ))}
      </p>
      <div
        ref={holder}
        role="img"
        aria-label={label}
        className="h-[220px] w-full touch-pan-y overflow-hidden text-xs text-primary decoration-muted outline-success"
      />
    </div>
  );
}
