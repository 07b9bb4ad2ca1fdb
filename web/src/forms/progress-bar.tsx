interface ProgressBarProps {
  label: string;
  /** From 0 to 1; null if unknown. */
  progress: number | null;
}

export function ProgressBar({ label, progress }: ProgressBarProps) {
  const percent = progress === null ? null : Math.floor(progress * 100);
  return (
    <div className="grid gap-1">
      <p className="flex justify-between gap-4 text-muted">
        <span>{label}</span>
        {percent !== null && <span>{percent}%</span>}
      </p>
      <progress
        aria-label={label}
        max={1}
        {...(progress !== null && { value: progress })}
        className="h-2 w-full accent-primary"
      />
    </div>
  );
}
