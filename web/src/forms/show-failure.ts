import type { FieldPath, FieldValues, UseFormReturn } from "react-hook-form";
import { ApiError, fieldsOf, sentenceOf } from "../api/calls.ts";

/**
 * Shows a failed submission where it belongs: the server's messages at their fields, the first of which gets the
 * focus, and anything else, such as messages about fields that the form does not have, above the button.
 */
export function showFailure<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  error: Error,
  fallback: string,
): void {
  const told = Object.entries(fieldsOf(error)).map(([name, messages]) => ({
    name,
    message: textOf(messages),
  }));
  const values = form.getValues();
  const known = told.filter(({ name }) => name in values);
  for (const [index, { name, message }] of known.entries()) {
    form.setError(name as FieldPath<Values>, { message }, { shouldFocus: index === 0 });
  }
  const others = told.filter(({ name }) => !(name in values)).map(({ message }) => message);
  if (others.length > 0) form.setError("root", { message: others.join("\n") });
  else if (known.length === 0) form.setError("root", { message: failureText(error, fallback) });
}

/** Servers of the product tell a field's messages as a list or as one sentence. */
function textOf(messages: string | readonly string[]): string {
  return [messages].flat().join("\n");
}

/** @returns the sentence for a failure that is not about fields. */
export function failureText(error: Error, fallback: string): string {
  if (!(error instanceof ApiError) || error.status === null) return `${fallback}\n${error.message}`;
  const { type, message, detail } = error.body ?? {};
  if (type === "server_error") return [message, detail].filter(Boolean).join("\n") || fallback;
  return sentenceOf(error, fallback);
}
