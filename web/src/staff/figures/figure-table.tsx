import type { ReactNode } from "react";

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

/** A table of numbers that scrolls sideways inside its own frame. */
export function FigureTable({ caption, columns, rows }: FigureTableProps) {
  return (
    <div {...SCROLLING} aria-label={caption} className="max-h-120 overflow-auto rounded-lg border bg-surface">
      <table className="w-full border-separate border-spacing-0">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="text-xs text-muted">
            {columns.map((label, index) => (
              <th
                key={label}
                scope="col"
                className={`sticky top-0 bg-surface px-3 py-2 font-normal whitespace-nowrap ${index === 0 ? "text-left" : "text-right"}`}
              >
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="[&_td]:border-t [&_th]:border-t">
          {rows.map(({ key, heading, values }) => (
            <tr key={key}>
              <th scope="row" className="min-w-32 px-3 py-2 text-left font-normal">
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
