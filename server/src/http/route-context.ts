import type { FastifyBaseLogger, FastifyInstance, RawServerDefault } from "fastify";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Database } from "../db/open.ts";
import type { SchemaTypes } from "./validation.ts";

export type TypedFastify = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  SchemaTypes
>;

/** Every area's routes receive this. An area that needs more says so in its own `context.ts`. */
export interface RouteContext {
  app: TypedFastify;
  db: Database;
  /** Milliseconds since 1970. */
  now: () => number;
}
