interface ProgressBarProps {
  /** What is going on. */
  label: string;
  /** From 0 to 1; null: nobody knows how far it is. */
  share: number | null;
}

export function ProgressBar({ label, share }: ProgressBarProps) {
  const percent = share === null ? null : Math.floor(share * 100);
  return (
    <div className="grid gap-1">
      <p className="flex justify-between gap-4 text-muted">
        <span>{label}</span>
        {percent !== null && <span>{percent}%</span>}
      </p>
      <progress
        aria-label={label}
        max={1}
        {...(share !== null && { value: share })}
        className="h-2 w-full accent-primary"
      />
    </div>
  );
}
