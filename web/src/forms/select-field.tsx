import type { ComponentProps } from "react";
import { Field } from "../ui/field.tsx";
import { CONTROL } from "../ui/text-field.tsx";

interface SelectFieldProps extends ComponentProps<"select"> {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
}

/** Its children are `<option>`s. */
export function SelectField({ label, hint, error, ...rest }: SelectFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => <select {...rest} {...control} className={CONTROL} />}
    </Field>
  );
}
