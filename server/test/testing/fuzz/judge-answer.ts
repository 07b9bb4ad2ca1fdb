import type { Route } from "@manabiya/contract";
import { ErrorBody } from "@manabiya/contract/error.ts";
import * as z from "zod/mini";

/** @returns how an answer violates the contract; null: it does not */
export function judgeAnswer(
  route: Route,
  { status, body, type }: { status: number; body: string; type: string },
): string | null {
  if (status >= 500) return `${status} ${body.slice(0, 200)}`;
  const promised = route.schema.response[status] ?? (status >= 400 ? ErrorBody : undefined);
  if (!promised) return `${status} is not an answer of this call`;
  // A download is not JSON.
  const value = type.startsWith("text/csv") ? body : parsed(body);
  if (value === undefined) return `${status} with a body that is not JSON: ${body.slice(0, 200)}`;
  const result = z.safeParse(promised, value);
  if (result.success) return null;
  const [issue] = result.error.issues;
  return `${status} breaks its schema at ${issue?.path.map(String).join(".")}: ${issue?.message}`;
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
