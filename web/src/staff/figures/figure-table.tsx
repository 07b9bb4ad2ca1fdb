import type { ReactNode } from "react";
import { classNames } from "../../ui/class-names.ts";

interface FigureRow {
  key: string | number;
  heading: ReactNode;
  values: readonly (string | number)[];
}

/** Keyboards must reach what scrolls. */
const SCROLLING = { role: "group", tabIndex: 0 } as const;

interface FigureTableProps {
  /** Names the table for screen readers. */
  caption: string;
  columns: readonly string[];
  rows: readonly FigureRow[];
}

/** Longer tables scroll inside their frame. */
const ROWS_MAX = 20;

/** A table of numbers that scrolls sideways inside its own frame, below its first column. */
export function FigureTable({ caption, columns, rows }: FigureTableProps) {
  return (
    <div
      {...SCROLLING}
      aria-label={caption}
      className={classNames("overflow-auto rounded-lg border bg-surface", rows.length > ROWS_MAX && "max-h-120")}
    >
      <table className="w-full border-separate border-spacing-0">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="text-xs text-muted">
            {columns.map((label, index) => (
              <th
                key={label}
                scope="col"
                className={classNames(
                  "sticky top-0 bg-surface px-3 py-2 font-normal whitespace-nowrap",
                  index === 0 ? "left-0 z-2 text-left" : "z-1 text-right",
                )}
              >
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="[&_td]:border-t [&_th]:border-t">
          {rows.map(({ key, heading, values }) => (
            <tr key={key}>
              <th scope="row" className="sticky left-0 min-w-48 bg-surface px-3 py-2 text-left font-normal">
                {heading}
              </th>
              {values.map((value, index) => (
                <td key={columns[index + 1]} className="px-3 py-2 text-right whitespace-nowrap tabular-nums">
                  {typeof value === "number" ? value.toLocaleString("ja-JP") : value}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
