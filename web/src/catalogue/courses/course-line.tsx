interface CourseLineProps {
  finished: number;
  count: number;
  timeLeft?: string | null;
}

/** How far the member came in a course: a line, and the same in words. */
export function CourseLine({ finished, count, timeLeft = null }: CourseLineProps) {
  return (
    <div className="grid gap-1">
      <div aria-hidden className="h-1.5 overflow-hidden rounded-sm bg-sunken forced-color-adjust-none">
        <div
          className={`h-full ${finished === count ? "bg-success" : "bg-signal"}`}
          style={{ width: `${(finished / count) * 100}%` }}
        />
      </div>
      <p className="text-xs text-muted">
        <span className={finished > 0 ? "font-bold text-ink" : undefined}>
          {count}本中{finished}本完了
        </span>
        {timeLeft !== null && `・${timeLeft}`}
      </p>
    </div>
  );
}
