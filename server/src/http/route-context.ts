import type { Route } from "@manabiya/contract";
import type {
  ContextConfigDefault,
  FastifyBaseLogger,
  FastifyInstance,
  RawServerDefault,
  RouteGenericInterface,
  RouteHandlerMethod,
} from "fastify";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Database } from "../db/open.ts";
import type { SchemaTypes } from "./validation.ts";

type Handler<R extends Route> = RouteHandlerMethod<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  RouteGenericInterface,
  ContextConfigDefault,
  R["schema"],
  SchemaTypes
>;

export interface TypedFastify extends FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  SchemaTypes
> {
  /** Answers a call of the contract. One that needs more options of Fastify's is an `app.route()`. */
  answer: <R extends Route>(call: R, handler: Handler<R>) => void;
}

/** Every area's routes receive this. An area that needs more says so in its own `context.ts`. */
export interface RouteContext {
  app: TypedFastify;
  db: Database;
  /** Milliseconds since 1970. */
  now: () => number;
}
