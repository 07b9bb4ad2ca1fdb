import type { FastifyInstance, FastifyRequest } from "fastify";
import fp from "fastify-plugin";
import type { AccessTokens } from "../accounts/sessions/access-token.ts";
import { type Viewer, viewerReader } from "../accounts/sessions/current-user.ts";
import type { Database } from "../db/open.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The signed-in user, or null. Read from the database at most once per request. */
    loadViewer(): Promise<Viewer | null>;
    /** Whose request this turned out to be, for the log; null: nobody's, or nobody looked. */
    viewerId(): number | null;
    /** The signed-in user of a route whose access is not `public`. */
    readonly viewer: Viewer;
  }
}

interface Options {
  db: Database;
  accessTokens: AccessTokens;
  now: () => number;
}

const loaded = Symbol("viewer");

type Loading = FastifyRequest & { [loaded]?: Viewer | null };

/** Who is asking: the bearer token's session, checked on every request so that an ended one ends at once. */
export const sessionPlugin = fp(async (app: FastifyInstance, { db, accessTokens, now }: Options) => {
  const findViewer = viewerReader(db, now);
  app.decorateRequest("loadViewer", async function (this: Loading) {
    if (this[loaded] === undefined) this[loaded] = await read(this);
    return this[loaded];
  });
  app.decorateRequest("viewerId", function (this: Loading) {
    return this[loaded]?.id ?? null;
  });
  app.decorateRequest("viewer", {
    getter(this: Loading): Viewer {
      const viewer = this[loaded];
      if (!viewer) throw new Error(`${this.routeOptions.url} uses a viewer but lets anybody in`);
      return viewer;
    },
  });

  async function read(request: FastifyRequest): Promise<Viewer | null> {
    const token = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? "")?.[1];
    const sessionId = token === undefined ? null : accessTokens.verify(token, now());
    if (sessionId === null) return null;
    return findViewer(sessionId);
  }
});
