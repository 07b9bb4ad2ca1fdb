import type { FieldPath, FieldValues, UseFormReturn } from "react-hook-form";

/** The props of a field with its message. Editing it clears its error, those of `alsoClears`, and the message above the button. */
export function registerField<Values extends FieldValues, Output, Name extends FieldPath<Values>>(
  form: UseFormReturn<Values, unknown, Output>,
  name: Name,
  ...alsoClears: FieldPath<Values>[]
) {
  const props = form.register(name, {
    onChange: () => {
      form.clearErrors([name, ...alsoClears]);
      form.clearErrors("root");
    },
  });
  return { ...props, error: form.getFieldState(name, form.formState).error?.message };
}
