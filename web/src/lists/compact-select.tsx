import { useId, type ReactNode } from "react";

interface CompactSelectProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** `<option>`s. */
  children: ReactNode;
}

/** A choice that takes effect at once. Its label is for those who cannot see where it stands. */
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
