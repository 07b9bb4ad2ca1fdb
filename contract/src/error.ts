import * as z from "zod/mini";

export { STATUS_TEXT, statusText } from "./rules/status-text.ts";

/**
 * Every failure's body. `error` is the sentence to show. A validation error also carries its messages twice,
 * as the product's callers expect: in `fields`, and beside `error` under each field's own name.
 */
export const ErrorBody = z.catchall(
  z.object({
    error: z.string(),
    /** Stable code such as `validation_error`, `unauthorized`, `subscription_required`. */
    type: z.string(),
    message: z.string(),
    detail: z.optional(z.string()),
    fields: z.optional(z.record(z.string(), z.array(z.string()))),
  }),
  z.array(z.string()),
);
export type ErrorBody = z.infer<typeof ErrorBody>;
