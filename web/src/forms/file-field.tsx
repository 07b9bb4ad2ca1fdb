import type { ComponentProps } from "react";
import { Field } from "../ui/field.tsx";

interface FileFieldProps extends Omit<ComponentProps<"input">, "onChange" | "type"> {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  onChange: (file: File | null) => void;
}

export function FileField({ label, hint, error, onChange, ...rest }: FileFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <input
          {...rest}
          {...control}
          type="file"
          onChange={(event) => onChange(event.target.files?.[0] ?? null)}
          className="min-h-target w-full max-w-full rounded-md border border-control-border bg-surface px-3 py-2 text-ink file:mr-3 file:rounded-md file:border-0 file:bg-sunken file:px-3 file:py-1 file:font-bold file:text-ink aria-invalid:border-danger"
        />
      )}
    </Field>
  );
}
