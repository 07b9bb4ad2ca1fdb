import { useId, type ReactNode } from "react";

/** What a control needs to belong to its field; spread it onto the element. */
export interface FieldControl {
  id: string;
  "aria-invalid": boolean;
  "aria-describedby": string | undefined;
}

interface FieldProps {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  children: (control: FieldControl) => ReactNode;
}

/** Label above, hint below it, the control, and its error underneath, which is read out when it appears. */
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

/** The live region is there before the message, or screen readers would not notice it coming. */
export function FieldError({ id, message }: { id: string; message: string | undefined }) {
  return (
    <p
      id={id}
      aria-live="polite"
      className="phrase font-bold whitespace-pre-line text-danger not-empty:mt-1.5"
    >
      {message}
    </p>
  );
}
