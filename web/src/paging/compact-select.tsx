import { useId, type ReactNode } from "react";

interface CompactSelectProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  children: ReactNode;
}

/** A select that takes effect at once. Only screen readers show its label. */
export function CompactSelect({ label, value, onChange, children }: CompactSelectProps) {
  const id = useId();
  return (
    <span className="min-w-0">
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <select
        id={id}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="min-h-target w-full max-w-full truncate rounded-md border border-control-border bg-surface px-3 text-ink"
      >
        {children}
      </select>
    </span>
  );
}
