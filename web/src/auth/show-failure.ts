import type { FieldPath, FieldValues, UseFormReturn } from "react-hook-form";
import { ApiError, fieldsOf, sentenceOf } from "../api.ts";

/**
 * Shows a failed submission where it belongs: the server's messages at their fields, the first of which gets the
 * focus, and anything else above the button.
 */
export function showFailure<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  error: Error,
  fallback: string,
): void {
  const known = Object.entries(fieldsOf(error)).filter(([name]) => name in form.getValues());
  for (const [index, [name, messages]] of known.entries()) {
    form.setError(name as FieldPath<Values>, { message: messages.join("\n") }, { shouldFocus: index === 0 });
  }
  if (known.length === 0) form.setError("root", { message: failureText(error, fallback) });
}

/** @returns the sentence for a failure that is not about fields. */
export function failureText(error: Error, fallback: string): string {
  if (!(error instanceof ApiError) || error.status === null) return `${fallback}\n${error.message}`;
  const { type, message, detail } = error.body ?? {};
  if (type === "server_error") return [message, detail].filter(Boolean).join("\n") || fallback;
  return sentenceOf(error, fallback);
}
