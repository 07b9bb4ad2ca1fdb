import type { FastifyInstance } from "fastify";
import fp from "fastify-plugin";

/** An answer as logs and figures know it: the route's pattern instead of the address, and nothing about the person. */
export interface Answered {
  method: string;
  /** Such as "/api/videos/:id/"; "none" when there is no such route. */
  route: string;
  status: number;
  milliseconds: number;
}

/** One line per answer of the API, and every answer to whoever measures. */
export const requestLogPlugin = fp(
  async (app: FastifyInstance, { measure }: { measure?: ((answered: Answered) => void) | undefined }) => {
    app.addHook("onResponse", async (request, reply) => {
      const answered: Answered = {
        method: request.method,
        route: request.is404 ? "none" : (request.routeOptions.url ?? "none"),
        status: reply.statusCode,
        milliseconds: Math.round(reply.elapsedTime),
      };
      measure?.(answered);
      if (request.url.startsWith("/api/")) request.log.info({ request: request.id, ...answered }, "answered");
    });
  },
);
