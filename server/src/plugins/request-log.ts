import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import fp from "fastify-plugin";

/** Not signed in, not allowed, too often. */
const REFUSALS = [401, 403, 429];

/**
 * One line per answer, of an allow-list: the route's pattern instead of the address, and of the person a number alone.
 * What concerns the security of accounts is written in production too.
 */
export const requestLogPlugin = fp(async (app: FastifyInstance) => {
  app.addHook("onResponse", async (request, reply) => {
    if (!request.url.startsWith("/api/")) return;
    const line = {
      request: request.id,
      method: request.method,
      route: request.routeOptions.url ?? "unknown",
      status: reply.statusCode,
      user: request.viewerId(),
      milliseconds: Math.round(reply.elapsedTime),
    };
    request.log[isAboutSecurity(request, reply) ? "info" : "debug"](line, "answered");
  });
});

function isAboutSecurity({ method, routeOptions }: FastifyRequest, { statusCode }: FastifyReply): boolean {
  const { url = "", config } = routeOptions;
  const isAccountChange = url.startsWith("/api/profile/") && method !== "GET";
  const isStaffChange = (config.access === "staff" || config.access === "superuser") && method !== "GET";
  return REFUSALS.includes(statusCode) || url.startsWith("/api/auth/") || isAccountChange || isStaffChange;
}
