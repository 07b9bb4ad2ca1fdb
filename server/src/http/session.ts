import type { FastifyInstance, FastifyRequest } from "fastify";
import fp from "fastify-plugin";
import type { AccessTokens } from "../accounts/sessions/access-token.ts";
import { type CurrentUser, currentUserReader } from "../accounts/sessions/current-user.ts";
import type { Database } from "../db/open.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The signed-in user, or null. Read from the database at most once per request. */
    loadCurrentUser(): Promise<CurrentUser | null>;
    /** Whose request this turned out to be, for the log; null: nobody's, or nobody looked. */
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

/** Who is asking: the bearer token's session, checked on every request so that an ended one ends at once. */
export const sessionPlugin = fp(async (app: FastifyInstance, { db, accessTokens, now }: Options) => {
  const findCurrentUser = currentUserReader(db);
  app.decorateRequest("loadCurrentUser", async function (this: Loading) {
    if (this[loaded] === undefined) this[loaded] = await read(this);
    return this[loaded];
  });
  app.decorateRequest("currentUserId", function (this: Loading) {
    return this[loaded]?.id ?? null;
  });
  app.decorateRequest("currentUser", {
    getter(this: Loading): CurrentUser {
      const currentUser = this[loaded];
      if (!currentUser) throw new Error(`${this.routeOptions.url} uses a currentUser but lets anybody in`);
      return currentUser;
    },
  });

  async function read(request: FastifyRequest): Promise<CurrentUser | null> {
    const token = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? "")?.[1];
    const sessionId = token === undefined ? null : accessTokens.verify(token, now());
    if (sessionId === null) return null;
    return findCurrentUser(sessionId);
  }
});
