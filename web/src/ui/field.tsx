import { type ComponentProps, useId, type ReactNode } from "react";

/** Attributes that connect a control with its field; spread them onto the element. */
interface FieldControl {
  id: string;
  "aria-invalid": boolean;
  "aria-describedby": string | undefined;
}

interface FieldTexts {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
}

/** The props of a control with its label. */
export type LabelledProps<Element extends "input" | "select" | "textarea"> = ComponentProps<Element> & FieldTexts;

interface FieldProps extends FieldTexts {
  children: (control: FieldControl) => ReactNode;
}

/** Screen readers announce the error when it appears. */
export function Field({ label, hint, error, children }: FieldProps) {
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
  return (
    <div>
      <label htmlFor={id} className="font-bold">
        {label}
      </label>
      {hint && (
        <p id={`${id}-hint`} className="phrase text-xs text-muted">
          {hint}
        </p>
      )}
      <div className="mt-1.5">
        {children({ id, "aria-invalid": Boolean(error), "aria-describedby": described || undefined })}
      </div>
      <FieldError id={`${id}-error`} message={error} />
    </div>
  );
}

/** The live region exists before the message, or screen readers would miss it. */
export function FieldError({ id, message }: { id: string; message: string | undefined }) {
  return (
    <p id={id} aria-live="polite" className="phrase font-bold whitespace-pre-line text-danger not-empty:mt-1.5">
      {message}
    </p>
  );
}

/** The choices of a select, by value. */
export function Options({ of }: { of: Record<string, string> }) {
  return Object.entries(of).map(([value, label]) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));
}
