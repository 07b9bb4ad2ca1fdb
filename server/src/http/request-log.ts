import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import fp from "fastify-plugin";

/** An answer as logs and figures know it: the route's pattern instead of the address, and nothing about the person. */
export interface Answered {
  method: string;
  /** Such as "/api/videos/:id/"; "none" when there is no such route. */
  route: string;
  status: number;
  milliseconds: number;
}

/** Whose account somebody tried to enter, and with what. */
interface Attempt {
  account: number;
  factor: "password" | "totp" | "recovery" | "code";
}

declare module "fastify" {
  interface FastifyRequest {
    /** Null: no login, or one with an address that nobody has. */
    attempt: Attempt | null;
  }
}

/** Not signed in, not allowed, too often. */
const REFUSALS = [401, 403, 429];

/**
 * One line per answer of the API, of an allow-list, with a number alone of the person, and every answer to whoever
 * measures. What concerns the security of accounts is written in production too.
 */
export const requestLogPlugin = fp(
  async (app: FastifyInstance, { measure }: { measure?: ((answered: Answered) => void) | undefined }) => {
    app.decorateRequest("attempt", null);
    app.addHook("onResponse", async (request, reply) => {
      const answered: Answered = {
        method: request.method,
        route: request.is404 ? "none" : (request.routeOptions.url ?? "none"),
        status: reply.statusCode,
        milliseconds: Math.round(reply.elapsedTime),
      };
      measure?.(answered);
      if (!request.url.startsWith("/api/")) return;
      const line = { request: request.id, user: request.currentUserId(), ...request.attempt, ...answered };
      request.log[isAboutSecurity(request, reply) ? "info" : "debug"](line, "answered");
    });
  },
);

function isAboutSecurity({ method, routeOptions }: FastifyRequest, { statusCode }: FastifyReply): boolean {
  const { url = "", config } = routeOptions;
  const isAccountChange = url.startsWith("/api/profile/") && method !== "GET";
  const isStaffChange = (config.access === "staff" || config.access === "superuser") && method !== "GET";
  return REFUSALS.includes(statusCode) || url.startsWith("/api/auth/") || isAccountChange || isStaffChange;
}
