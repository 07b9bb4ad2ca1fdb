interface Figure {
  label: string;
  value: string;
  /** The value of the range before; undefined: it cannot be compared. */
  before?: string;
  /** One sentence. */
  computed: string;
}

/** Figures of a range beside those of the range before; each says how it is computed. */
export function FigureTiles({ figures }: { figures: readonly Figure[] }) {
  return (
    <dl className="grid grid-cols-2 gap-3 lg:grid-cols-3 xl:grid-cols-4">
      {figures.map(({ label, value, before, computed }) => (
        <div key={label} className="grid content-start gap-1 rounded-lg border bg-surface p-4">
          <dt className="text-muted">{label}</dt>
          <dd className="text-lg font-bold tabular-nums sm:text-xl">{value}</dd>
          {before !== undefined && <dd className="text-muted tabular-nums">前の期間：{before}</dd>}
          <dd className="phrase text-xs text-muted">{computed}</dd>
        </div>
      ))}
    </dl>
  );
}
