import { Fragment } from "react";

interface Figure {
  label: string;
  value: string;
  /** The value of the range before; undefined: it cannot be compared. */
  before?: string;
  /** One sentence. */
  computed: string;
}

/** Figures of a range beside those of the range before, and below them how each is computed. */
export function FigureTiles({ figures }: { figures: readonly Figure[] }) {
  return (
    <div className="grid grid-cols-1 gap-2">
      <dl className="grid grid-cols-2 gap-3 lg:grid-cols-3 xl:grid-cols-4">
        {figures.map(({ label, value, before }) => (
          <div key={label} className="grid content-start gap-1 rounded-lg border bg-surface p-4">
            <dt className="text-muted">{label}</dt>
            <dd className="text-lg font-bold tabular-nums sm:text-xl">{value}</dd>
            {before !== undefined && <dd className="text-muted tabular-nums">前の期間：{before}</dd>}
          </div>
        ))}
      </dl>
      <details className="text-xs text-muted">
        <summary className="inline-flex min-h-target cursor-pointer items-center text-sm text-primary">
          計算方法
        </summary>
        <dl className="grid gap-x-4 gap-y-1 sm:grid-cols-[max-content_minmax(0,1fr)]">
          {figures.map(({ label, computed }) => (
            <Fragment key={label}>
              <dt className="font-bold max-sm:not-first:mt-2">{label}</dt>
              <dd className="phrase">{computed}</dd>
            </Fragment>
          ))}
        </dl>
      </details>
    </div>
  );
}
