import type { Route } from "@manabiya/contract";
import type { ErrorBody } from "@manabiya/contract/error.ts";
import { ApiError } from "./api-error.ts";

/** Milliseconds. */
export const TIMEOUT = 10_000;

const HOST = import.meta.env.VITE_API_HOST ?? "";

/** The part of a route that the build leaves in the browser's code (build/contract-table.ts). */
export type Endpoint = Pick<Route, "method" | "url">;

export interface Input {
  params?: unknown;
  querystring?: unknown;
  body?: unknown;
}

/** A reload and a typed address fire pagehide while the page still counts as visible. */
let isLeaving = false;
window.addEventListener("pagehide", () => (isLeaving = true), { capture: true });
window.addEventListener("pageshow", () => (isLeaving = false));

/**
 * Sends one request without retrying.
 * @returns the parsed JSON; undefined for an empty answer
 * @throws ApiError; the reason of an abort by `signal`
 */
export async function send(
  endpoint: Endpoint,
  input: Input,
  access: string | null,
  signal?: AbortSignal,
): Promise<unknown> {
  const timeout = AbortSignal.timeout(TIMEOUT);
  const hasBody = input.body !== undefined && input.body !== null;
  let status: number;
  let text: string;
  try {
    const response = await fetch(addressOf(endpoint.url, input), {
      method: endpoint.method,
      credentials: "include",
      headers: {
        Accept: "application/json",
        ...(hasBody && { "Content-Type": "application/json" }),
        ...(access !== null && { Authorization: `Bearer ${access}` }),
      },
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      // A request sent while the page closes, such as the watch position, must outlive the page.
      keepalive: endpoint.method !== "GET" && (isLeaving || document.visibilityState === "hidden"),
      ...(hasBody && { body: JSON.stringify(input.body) }),
    });
    status = response.status;
    text = await response.text();
  } catch (error) {
    if (signal?.aborted) throw error;
    throw Object.assign(new ApiError(null), { hasTimedOut: timeout.aborted });
  }
  const answer = parse(text);
  if (status >= 200 && status < 300) {
    if (answer !== undefined || text === "") return answer;
    throw new ApiError(status);
  }
  throw new ApiError(status, isRecord(answer) ? (answer as ErrorBody) : null);
}

export function addressOf(url: string, { params, querystring }: Input): string {
  const path =
    HOST +
    url.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(isRecord(params) ? params[name] : "")));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(querystring ?? {})) {
    if (value !== undefined && value !== null) search.set(name, String(value));
  }
  return search.size > 0 ? `${path}?${search}` : path;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
