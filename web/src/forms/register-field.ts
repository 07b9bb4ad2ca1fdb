import type { FieldPath, FieldValues, UseFormReturn } from "react-hook-form";

/** Registers a field. Editing it clears its error, those of `alsoClears`, and the message above the button. */
export function registerField<Values extends FieldValues, Output, Name extends FieldPath<Values>>(
  form: UseFormReturn<Values, unknown, Output>,
  name: Name,
  ...alsoClears: FieldPath<Values>[]
) {
  return form.register(name, {
    onChange: () => {
      form.clearErrors([name, ...alsoClears]);
      form.clearErrors("root");
    },
  });
}
