import * as z from "zod/mini";

export { STATUS_TEXT, statusText } from "./rules/status-text.ts";

/**
 * The body of every failure. `error` is the message to show. A validation error has its messages twice, as the
 * specification's clients expect: in `fields`, and beside `error` under each field's own name (decisions/001).
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
