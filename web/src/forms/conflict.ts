import { ApiError } from "../api/calls.ts";

/** @returns the record as somebody else has left it, when that is why a change was refused; otherwise null */
export function currentOf(error: Error | null): object | null {
  if (!(error instanceof ApiError) || error.status !== 409 || error.body?.type !== "conflict") return null;
  const { current } = error.body as { current?: unknown };
  return typeof current === "object" ? current : null;
}
