import type { KeyScope } from "@manabiya/contract/route.ts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import fp from "fastify-plugin";
import type { AccessTokens } from "./access-token.ts";
import { type CurrentUser, currentUserReader, findUserOfKey } from "./current-user.ts";
import { hashToken } from "../../crypto/token.ts";
import type { Database } from "../../db/open.ts";
import { countHit } from "../../limits/rate-limiter.ts";
import { KEY_PREFIX } from "./api-keys.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    key?: KeyScope;
  }
  interface FastifyRequest {
    /** Reads the signed-in user at most once per request. */
    loadCurrentUser(): Promise<CurrentUser | null>;
    /** Reads the signed-in user again. */
    reloadCurrentUser(): Promise<CurrentUser | null>;
    /** For the log; null: anonymous, or the user was not loaded. */
    currentUserId(): number | null;
    /** The signed-in user of a route whose access is not `public`. */
    readonly currentUser: CurrentUser;
  }
}

interface Options {
  db: Database;
  accessTokens: AccessTokens;
  now: () => number;
}

const loaded = Symbol("currentUser");

type Loading = FastifyRequest & { [loaded]?: CurrentUser | null };

/** Checks the bearer token's session on every request, so that a revoked session ends at once. */
export const sessionPlugin = fp(async (app: FastifyInstance, { db, accessTokens, now }: Options) => {
  const findCurrentUser = currentUserReader(db);
  app.decorateRequest("loadCurrentUser", async function (this: Loading) {
    if (this[loaded] === undefined) this[loaded] = await read(this);
    return this[loaded];
  });
  app.decorateRequest("reloadCurrentUser", async function (this: Loading) {
    return (this[loaded] = await read(this));
  });
  app.decorateRequest("currentUserId", function (this: Loading) {
    return this[loaded]?.id ?? null;
  });
  app.decorateRequest("currentUser", {
    getter(this: Loading): CurrentUser {
      const currentUser = this[loaded];
      if (!currentUser) throw new Error(`${this.routeOptions.url} reads currentUser but is public`);
      return currentUser;
    },
  });

  async function read(request: FastifyRequest): Promise<CurrentUser | null> {
    const token = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? "")?.[1];
    if (token?.startsWith(KEY_PREFIX)) return readByKey(token, request.routeOptions.config.key);
    const sessionId = token === undefined ? null : accessTokens.verify(token, now());
    if (sessionId === null) return null;
    return findCurrentUser(sessionId);
  }

  /** A key is nobody at a call that names no scope. @throws 429 */
  async function readByKey(key: string, scope: KeyScope | undefined): Promise<CurrentUser | null> {
    if (scope === undefined) return null;
    const [user] = await findUserOfKey(db, [hashToken(key), scope, new Date(now()).toISOString()]);
    if (user) await countHit(db, "apiKey", { member: user.id }, now());
    return user ?? null;
  }
});
