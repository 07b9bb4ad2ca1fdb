import type { FastifyRequest } from "fastify";

/** Whether a route's pattern, not a request's address, belongs to the API. */
export const isApiPattern = (pattern: string) => pattern.startsWith("/api/");

/**
 * Whether a call of the API matched the request. Hooks decide by the route: the router accepts many spellings of a URL,
 * such as `/%61pi/profile/` and `http://host/api/profile/`.
 */
export function isApiRoute({ routeOptions }: FastifyRequest): boolean {
  return isApiPattern(routeOptions.url ?? "");
}
