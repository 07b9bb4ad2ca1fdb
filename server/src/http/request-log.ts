import { isStaffAccess } from "@manabiya/contract/rules/staff-rights.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import fp from "fastify-plugin";
import { isApiRoute } from "./api-route.ts";

/** A response for logs and metrics. It holds the route's pattern, never the URL, and no personal data. */
export interface Answered {
  method: string;
  /** Such as "/api/videos/:id/"; "none" for an unknown route. */
  route: string;
  status: number;
  milliseconds: number;
  /** The account's password hash has an unknown format, so that nobody can log in. */
  hasUnreadableHash?: true;
}

/** A login attempt on an existing account. */
interface Attempt {
  account: number;
  factor: "password" | "totp" | "recovery" | "code" | "provider";
}

declare module "fastify" {
  interface FastifyRequest {
    /** Null: the request is no login, or its email address has no account. */
    attempt: Attempt | null;
    /** The account whose password hash has an unknown format. */
    unreadableHashOf: number | null;
  }
}

const REFUSALS = [401, 403, 429];

/**
 * Logs each API response and measures every response. The logged fields are an allow-list; only ids identify people.
 * Security events use level "info", so that production logs them too.
 */
export const requestLogPlugin = fp(
  async (app: FastifyInstance, { measure }: { measure?: ((answered: Answered) => void) | undefined }) => {
    app.decorateRequest("attempt", null);
    app.decorateRequest("unreadableHashOf", null);
    app.addHook("onResponse", async (request, reply) => {
      const answered: Answered = {
        method: request.method,
        route: request.is404 ? "none" : (request.routeOptions.url ?? "none"),
        status: reply.statusCode,
        milliseconds: Math.round(reply.elapsedTime),
      };
      const { unreadableHashOf } = request;
      measure?.(unreadableHashOf === null ? answered : { ...answered, hasUnreadableHash: true });
      if (unreadableHashOf !== null) {
        const line = { request: request.id, account: unreadableHashOf };
        request.log.error(line, "an account's password hash has an unknown format");
      }
      if (!request.is404 && !isApiRoute(request)) return;
      const line = { request: request.id, user: request.currentUserId(), ...request.attempt, ...answered };
      request.log[isAboutSecurity(request, reply) ? "info" : "debug"](line, "answered");
    });
  },
);

function isAboutSecurity({ method, routeOptions }: FastifyRequest, { statusCode }: FastifyReply): boolean {
  const { url = "", config } = routeOptions;
  const isAccountChange = url.startsWith("/api/profile/") && method !== "GET";
  const isStaffChange = isStaffAccess(config.access) && method !== "GET";
  return REFUSALS.includes(statusCode) || url.startsWith("/api/auth/") || isAccountChange || isStaffChange;
}
