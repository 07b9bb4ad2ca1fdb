import type { ComponentProps } from "react";
import { Field } from "../ui/field.tsx";
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
