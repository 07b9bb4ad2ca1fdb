import type { Access } from "@manabiya/contract";
import { canWatch, isStaff } from "@manabiya/contract/rules/can-watch.ts";
import { hasRight, isStaffAccess } from "@manabiya/contract/rules/staff-rights.ts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import fp from "fastify-plugin";
import { needsSecondFactor } from "./second-factor/required.ts";
import { isApiPattern } from "../http/api-route.ts";
import type { CurrentUser } from "./sessions/current-user.ts";
import {
  forbidden,
  missingRight,
  passwordLoginRequired,
  secondFactorSetupRequired,
  subscriptionRequired,
  unauthorized,
} from "../errors/app-error.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    access?: Access;
  }
}

/** Milliseconds. The rights of a request whose body takes longer are read again: they may have ended meanwhile. */
export const BODY_TIME = 1_000;

interface Options {
  now: () => number;
  /** Called for every request of a staff member. */
  onStaffRequest: () => void;
  /** Whether staff routes refuse all staff members without a second factor. */
  requireStaffSecondFactor: boolean;
  /** Whether staff routes accept a session that a provider began. */
  staffMayUseProviders: boolean;
}

/**
 * The server does not start when a route under /api/ lacks its access or the schemas of its params and response.
 * Access is checked before the body is read.
 */
export const accessPlugin = fp(async (app: FastifyInstance, options: Options) => {
  app.addHook("onRoute", (route) => {
    if (!isApiPattern(route.url)) return;
    if (route.config?.access === undefined) throw new Error(`${route.url} declares no access`);
    if (route.schema?.response === undefined) throw new Error(`${route.url} declares no response schema`);
    if (route.url.includes(":") && route.schema.params === undefined) {
      throw new Error(`${route.url} declares no schema of its params`);
    }
  });
  app.addHook("onRequest", async (request) => {
    const access = accessOf(request);
    if (access === "public") return;
    const currentUser = allow(access, await request.loadCurrentUser(), options);
    if (isStaff(currentUser)) options.onStaffRequest();
  });
  // No promise for the many requests that need none.
  app.addHook("preHandler", (request, reply, done) => {
    const access = accessOf(request);
    if (access === "public" || reply.elapsedTime <= BODY_TIME) return done();
    request
      .reloadCurrentUser()
      .then((user) => allow(access, user, options))
      .then(() => done(), done);
  });
});

const accessOf = ({ routeOptions }: FastifyRequest) => routeOptions.config.access ?? "public";

function allow(access: Exclude<Access, "public">, currentUser: CurrentUser | null, options: Options): CurrentUser {
  if (currentUser === null) throw unauthorized();
  if (access === "subscriber" && !canWatch(currentUser, options.now())) throw subscriptionRequired();
  if (!isStaffAccess(access)) return currentUser;
  if (!hasRight(currentUser, access)) throw isStaff(currentUser) ? missingRight(access) : forbidden();
  if (currentUser.provider !== null && !options.staffMayUseProviders) throw passwordLoginRequired();
  if (needsSecondFactor(currentUser, options.requireStaffSecondFactor)) throw secondFactorSetupRequired();
  return currentUser;
}
