import { useId, type ReactNode } from "react";
import { Options } from "../ui/field.tsx";

export interface CompactSelectProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** Labels by value. */
  options?: Record<string, string>;
  /** `<option>`s that `options` cannot have. */
  children?: ReactNode;
}

/** A select that takes effect at once. Only screen readers show its label. */
export function CompactSelect({ label, value, onChange, options = {}, children }: CompactSelectProps) {
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
        <Options of={options} />
      </select>
    </span>
  );
}
