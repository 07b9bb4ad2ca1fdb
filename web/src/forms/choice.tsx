import type { ComponentProps, ReactNode } from "react";

interface ChoiceProps extends ComponentProps<"input"> {
  label: ReactNode;
  hint?: string;
  type?: "checkbox" | "radio";
}

/** A checkbox or radio button with its text beside it. */
export function Choice({ label, hint, type = "checkbox", ...input }: ChoiceProps) {
  return (
    <label className="flex min-h-target cursor-pointer items-center gap-3 py-1">
      <input type={type} {...input} className="size-5 shrink-0" />
      <span className="phrase">
        {label}
        {hint && <span className="block text-xs text-muted">{hint}</span>}
      </span>
    </label>
  );
}
