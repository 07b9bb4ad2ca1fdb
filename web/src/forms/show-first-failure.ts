import type { FieldPath, FieldValues, UseFormReturn } from "react-hook-form";
import { ApiError } from "../api/calls.ts";
import { failureText } from "./show-failure.ts";

/**
 * Shows a failed submission by the first message of each field it is about: at the fields, the first of `order` with
 * the focus. Without any, the server's own sentence or `fallback` stands above the button.
 * @param order names of fields, the most telling first
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

/** Servers of the product name a field's messages in `fields`, or only beside `error`, as a list or as one sentence. */
function firstMessage(error: Error, name: string): string | null {
  if (!(error instanceof ApiError)) return null;
  const messages: unknown = error.body?.fields?.[name] ?? error.body?.[name];
  const first: unknown = Array.isArray(messages) ? messages[0] : messages;
  return typeof first === "string" && first !== "" ? first : null;
}
