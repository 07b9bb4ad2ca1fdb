/** The columns of a CSV, each with its meaning. */
export function ColumnList({ columns }: { columns: readonly (readonly [name: string, meaning: string])[] }) {
  return (
    <dl className="grid gap-x-6 gap-y-2 @xl:grid-cols-[fit-content(14rem)_minmax(0,1fr)]">
      {columns.map(([name, meaning]) => (
        <div key={name} className="contents">
          <dt className="font-bold @max-xl:not-first:mt-2">{name}</dt>
          <dd className="phrase text-muted">{meaning}</dd>
        </div>
      ))}
    </dl>
  );
}
