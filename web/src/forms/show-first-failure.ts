import type { FieldPath, FieldValues, UseFormReturn } from "react-hook-form";
import { ApiError } from "../api/calls.ts";
import { failureText } from "./show-failure.ts";

/**
 * Shows the first message of each field, and focuses the first of them in `order`. If there is none, the server's
 * sentence or `fallback` appears above the button.
 */
export function showFirstFailure<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  error: Error,
  { order, fallback }: { order: readonly FieldPath<Values>[]; fallback: string },
): void {
  const messages = order.flatMap((name) => {
    const message = firstMessage(error, name);
    return message === null ? [] : [{ name, message }];
  });
  for (const [index, { name, message }] of messages.entries()) {
    form.setError(name, { message }, { shouldFocus: index === 0 });
  }
  if (messages.length === 0) form.setError("root", { message: failureText(error, fallback) });
}

/** A server may send a field's messages in `fields` or beside `error`, as a list or as one string. */
function firstMessage(error: Error, name: string): string | null {
  if (!(error instanceof ApiError)) return null;
  const messages: unknown = error.body?.fields?.[name] ?? error.body?.[name];
  const first: unknown = Array.isArray(messages) ? messages[0] : messages;
  return typeof first === "string" && first !== "" ? first : null;
}
