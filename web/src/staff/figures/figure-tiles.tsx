import { Fragment } from "react";

interface Figure {
  label: string;
  value: string;
  /** The value of the range before; undefined: it cannot be compared. */
  before?: string;
  /** One sentence. */
  computed: string;
}

/** A figure beside its value in the range before. */
export function compared<Sums>(
  label: string,
  { current, previous }: { current: Sums; previous: Sums },
  textOf: (sums: Sums) => string,
  computed: string,
): Figure {
  return { label, value: textOf(current), before: textOf(previous), computed };
}

/** Figures of a range beside those of the range before, and below them how each is computed. */
export function FigureTiles({ figures }: { figures: readonly Figure[] }) {
  return (
    <div className="grid grid-cols-1 gap-2">
      <dl className="grid gap-3 @3xs:grid-cols-2 @3xl:grid-cols-3 @4xl:grid-cols-4">
        {figures.map(({ label, value, before }) => (
          <div key={label} className="grid content-start gap-1 rounded-lg border bg-surface p-4">
            <dt className="text-muted">{label}</dt>
            <dd className="text-lg font-bold tabular-nums @xl:text-xl">{value}</dd>
            {before !== undefined && <dd className="text-muted tabular-nums">前の期間：{before}</dd>}
          </div>
        ))}
      </dl>
      <details className="text-xs text-muted">
        <summary className="inline-flex min-h-target cursor-pointer items-center text-sm text-primary">
          計算方法
        </summary>
        <dl className="grid gap-x-4 gap-y-1 @xl:grid-cols-[max-content_minmax(0,1fr)]">
          {figures.map(({ label, computed }) => (
            <Fragment key={label}>
              <dt className="font-bold @max-xl:not-first:mt-2">{label}</dt>
              <dd className="phrase">{computed}</dd>
            </Fragment>
          ))}
        </dl>
      </details>
    </div>
  );
}
