import type { FieldPath, FieldValues, UseFormReturn } from "react-hook-form";
import { ApiError, fieldsOf, sentenceOf } from "../api/calls.ts";

/**
 * Shows the server's messages at their fields, and focuses the first one. Other messages, such as those about fields
 * that the form lacks, appear above the button.
 */
export function showFailure<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  error: Error,
  fallback: string,
): void {
  const reported = Object.entries(fieldsOf(error)).map(([name, messages]) => ({ name, message: textOf(messages) }));
  const values = form.getValues();
  const known = reported.filter(({ name }) => name in values);
  for (const [index, { name, message }] of known.entries()) {
    form.setError(name as FieldPath<Values>, { message }, { shouldFocus: index === 0 });
  }
  const others = reported.filter(({ name }) => !(name in values)).map(({ message }) => message);
  if (others.length > 0) form.setError("root", { message: others.join("\n") });
  else if (known.length === 0) form.setError("root", { message: failureText(error, fallback) });
}

/** A server may send a field's messages as a list or as one string. */
function textOf(messages: string | readonly string[]): string {
  return [messages].flat().join("\n");
}

/** @returns the message for a failure that is not about fields */
export function failureText(error: Error, fallback: string): string {
  if (!(error instanceof ApiError) || error.status === null) return `${fallback}\n${error.message}`;
  const { type, message, detail } = error.body ?? {};
  if (type === "server_error") return [message, detail].filter(Boolean).join("\n") || fallback;
  return sentenceOf(error, fallback);
}
