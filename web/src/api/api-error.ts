import type { ErrorBody } from "@manabiya/contract/error.ts";
import { STATUS_TEXT, statusText } from "@manabiya/contract/rules/status-text.ts";

/**
 * A call that failed. `message` is the product's general sentence for the status. The server's own message is usually
 * better: `sentenceOf` and `fieldsOf` read it from `body`.
 */
export class ApiError extends Error {
  override name = "ApiError";
  /** Null: no answer, or a timeout. */
  readonly status: number | null;
  /** Null: no answer, or one that is not JSON, such as a proxy's page. */
  readonly body: ErrorBody | null;
  /** The server did not answer in time. */
  hasTimedOut = false;

  constructor(status: number | null, body: ErrorBody | null = null, message?: string) {
    super(message ?? (status === null ? STATUS_TEXT.unreachable : statusText(status)));
    this.status = status;
    this.body = body;
  }
}

/** @returns the server's own message, or `fallback` */
export function sentenceOf(error: Error | null, fallback: string): string {
  const sentence: unknown = error instanceof ApiError ? error.body?.error : undefined;
  return typeof sentence === "string" && sentence.trim() !== "" ? sentence : fallback;
}

/** @returns the server's messages by field name; empty if the failure is not about fields */
export function fieldsOf(error: Error): Record<string, string[]> {
  return (error instanceof ApiError && error.body?.type === "validation_error" && error.body.fields) || {};
}
