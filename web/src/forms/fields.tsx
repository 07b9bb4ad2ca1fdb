import type { ComponentProps } from "react";
import { Field, Options } from "../ui/field.tsx";
import { CONTROL } from "../ui/text-field.tsx";

interface TextAreaProps extends ComponentProps<"textarea"> {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
}

export function TextArea({ label, hint, error, ...rest }: TextAreaProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => <textarea {...rest} {...control} className={CONTROL} />}
    </Field>
  );
}

interface SelectFieldProps extends ComponentProps<"select"> {
  /** Labels by value. */
  options?: Record<string, string>;
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
}

/** `<option>`s that `options` cannot have are its children, and stand first. */
export function SelectField({ label, hint, error, options = {}, children, ...rest }: SelectFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <select {...rest} {...control} className={CONTROL}>
          {children}
          <Options of={options} />
        </select>
      )}
    </Field>
  );
}

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
