import type { IncomingMessage, ServerResponse } from "node:http";
import type { FastifyInstance, FastifyRequest } from "fastify";
import fp from "fastify-plugin";
import { statusText } from "@manabiya/contract/error.ts";
import { AppError } from "../errors.ts";
import { bodyOf } from "./errors.ts";
import type { Answered } from "./request-log.ts";
import { WaitingLine } from "./waiting-line.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Since when they stand in line; null: they do not. */
    waitsSince: number | null;
  }
}

/** As text, which Node sends in one piece with its headers. */
const BUSY = JSON.stringify(bodyOf(new AppError(503, "busy", statusText(503))));
const BUSY_HEADERS = {
  "content-type": "application/json; charset=utf-8",
  "content-length": Buffer.byteLength(BUSY),
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
  "retry-after": "1",
};

/** Written as it is: what turning people away costs is taken from those who were let in. */
function refuse(response: ServerResponse): void {
  response.writeHead(503, BUSY_HEADERS).end(BUSY);
}

/** As many at once are no crowd, however long they take. */
const NO_CROWD = 32;
/** More than these wait in no case: a thousand who come in one moment are all young. */
const MOST = 256;
/** Milliseconds that the oldest of a crowd may have waited; newcomers would wait longer than they stay. */
const QUEUE_AGE = 200;
/** Milliseconds after which a request is slow by its nature (a card provider, an upload) and says nothing of the queue. */
const SLOW_BY_NATURE = 1_000;

interface Options {
  /** Hears of those who were turned away. */
  measure?: ((answered: Answered) => void) | undefined;
}

/**
 * Turns newcomers away while those who came before them wait too long, before anything is done for them: so that
 * who was let in is answered soon, instead of all waiting for ever.
 */
export const loadSheddingPlugin = fp(async (app: FastifyInstance, { measure }: Options) => {
  const line = new WaitingLine();
  app.decorateRequest("waitsSince", null);

  function isCrowded(url: string, now: number): boolean {
    if (line.size < NO_CROWD || !url.startsWith("/api/")) return false;
    return line.size >= MOST || line.longest(now, SLOW_BY_NATURE) > QUEUE_AGE;
  }

  function enter(request: FastifyRequest, now: number): void {
    if (request.url.startsWith("/api/")) request.waitsSince = line.enter(now);
  }

  function leave(request: FastifyRequest): void {
    if (request.waitsSince !== null) line.leave(request.waitsSince);
    request.waitsSince = null;
  }

  // Before the framework makes anything of the request: most of a refusal's cost would be that.
  const [letIn] = app.server.listeners("request") as ((
    request: IncomingMessage,
    to: ServerResponse,
  ) => void)[];
  if (!letIn) throw new Error("The server has nobody who answers requests");
  app.server.off("request", letIn);
  app.server.on("request", (request, response) => {
    if (!isCrowded(request.url ?? "", performance.now())) return letIn(request, response);
    measure?.({ method: request.method ?? "", route: "none", status: 503, milliseconds: 0 });
    return refuse(response);
  });

  // Whoever came another way: a second address that the framework listens on.
  app.addHook("onRequest", (request, reply, done) => {
    const now = performance.now();
    if (isCrowded(request.url, now)) {
      reply.hijack();
      return refuse(reply.raw);
    }
    enter(request, now);
    return done();
  });
  // Who takes their time to send something does not wait for us.
  app.addHook("preParsing", (request, _reply, _payload, done) => {
    leave(request);
    done();
  });
  app.addHook("preValidation", (request, _reply, done) => {
    // Who went away meanwhile is not heard of again.
    const isHere = !request.raw.socket.destroyed;
    if (isHere) enter(request, performance.now());
    done();
  });
  app.addHook("onResponse", (request, _reply, done) => {
    leave(request);
    done();
  });
  app.addHook("onRequestAbort", (request, done) => {
    leave(request);
    done();
  });
});
