import type { ReactNode } from "react";

interface CheckboxGroupProps {
  legend: string;
  /** How many are. */
  chosen: number;
  error?: string | undefined;
  children: ReactNode;
}

/** Boxes that belong together; long lists scroll in their own frame. */
export function CheckboxGroup({ legend, chosen, error, children }: CheckboxGroupProps) {
  return (
    <fieldset className="min-w-0">
      <legend className="font-bold">
        {legend}
        {chosen > 0 && <span className="ml-2 text-xs text-muted">{chosen}件を選択中</span>}
      </legend>
      <div className="mt-1.5 max-h-56 overflow-y-auto rounded-md border border-control-border bg-surface px-3 py-1">
        {children}
      </div>
      {error && (
        <p role="alert" className="mt-1.5 font-bold text-danger">
          {error}
        </p>
      )}
    </fieldset>
  );
}

interface CheckboxProps {
  label: string;
  isChecked: boolean;
  onChange: (isChecked: boolean) => void;
}

export function Checkbox({ label, isChecked, onChange }: CheckboxProps) {
  return (
    <label className="flex min-h-target cursor-pointer items-center gap-3">
      <input
        type="checkbox"
        checked={isChecked}
        onChange={(event) => onChange(event.target.checked)}
        className="size-5 shrink-0"
      />
      {label}
    </label>
  );
}
