import type { FastifyInstance } from "fastify";
import fp from "fastify-plugin";

/** One line per answer, of an allow-list: the route's pattern instead of the address, and nothing about the person. */
export const requestLogPlugin = fp(async (app: FastifyInstance) => {
  app.addHook("onResponse", async (request, reply) => {
    if (!request.url.startsWith("/api/")) return;
    const line = {
      request: request.id,
      method: request.method,
      route: request.routeOptions.url ?? "unknown",
      status: reply.statusCode,
      milliseconds: Math.round(reply.elapsedTime),
    };
    request.log.debug(line, "answered");
  });
});
