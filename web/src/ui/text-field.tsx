import { Eye, EyeOff } from "lucide-react";
import { useState } from "react";
import { classNames } from "./class-names.ts";
import { Field, type LabelledProps } from "./field.tsx";

/** The style of every text control. */
export const CONTROL =
  "min-h-target w-full rounded-md border border-control-border bg-surface px-3 py-2 text-base text-ink aria-invalid:border-danger aria-invalid:outline-1 aria-invalid:outline-danger";

export function TextField({ label, hint, error, className, ...input }: LabelledProps<"input">) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => <input {...input} {...control} className={classNames(CONTROL, className)} />}
    </Field>
  );
}

/** A password field with a button that shows the text. */
export function PasswordField({ label, hint, error, className, ...input }: LabelledProps<"input">) {
  const [isShown, setShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <div className="relative">
          <input
            {...input}
            {...control}
            type={isShown ? "text" : "password"}
            autoCapitalize="none"
            spellCheck={false}
            className={classNames(CONTROL, "pr-14", className)}
          />
          <button
            type="button"
            aria-pressed={isShown}
            aria-label={`${label}を表示`}
            aria-controls={control.id}
            onClick={() => setShown(!isShown)}
            className="absolute inset-y-0 right-0 grid w-target place-items-center rounded-md text-muted hover:text-ink"
          >
            <Icon aria-hidden className="size-5" />
          </button>
        </div>
      )}
    </Field>
  );
}
