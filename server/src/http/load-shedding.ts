import type { IncomingMessage, ServerResponse } from "node:http";
import type { FastifyInstance } from "fastify";
import fp from "fastify-plugin";
import { statusText } from "@manabiya/contract/error.ts";
import { AppError } from "./app-error.ts";
import { bodyOf } from "./error-handler.ts";
import type { Answered } from "./request-log.ts";
import { ConcurrencyLimiter } from "./concurrency-limiter.ts";

declare module "node:http" {
  interface IncomingMessage {
    /** The moment in which they took their seat; null: they have none for now; absent: nobody let them in. */
    seat?: number | null;
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

interface Options {
  /** Hears of those who were turned away. */
  measure?: ((answered: Answered) => void) | undefined;
}

/**
 * Lets only so many in at once and turns the others away, before anything is done for them: so that who was let in is
 * answered soon, instead of all waiting for ever.
 */
export const loadSheddingPlugin = fp(async (app: FastifyInstance, { measure }: Options) => {
  const seats = new ConcurrencyLimiter();

  /** @returns whether they were let in */
  function letIn(request: IncomingMessage, response: ServerResponse): boolean {
    const now = performance.now();
    if (seats.areTaken(now)) {
      measure?.({ method: request.method ?? "", route: "none", status: 503, milliseconds: 0 });
      refuse(response);
      return false;
    }
    request.seat = seats.take(now);
    // However it ends: they were answered, or went away.
    response.once("close", () => leave(request));
    return true;
  }

  function leave(request: IncomingMessage): void {
    if (typeof request.seat === "number") seats.leave(request.seat);
    request.seat = null;
  }

  // Before the framework makes anything of the request: most of a refusal's cost would be that.
  const [answer] = app.server.listeners("request") as ((
    request: IncomingMessage,
    to: ServerResponse,
  ) => void)[];
  if (!answer) throw new Error("The server has nobody who answers requests");
  app.server.off("request", answer);
  app.server.on("request", (request, response) => {
    if (!request.url?.startsWith("/api/") || letIn(request, response)) answer(request, response);
  });

  // Whoever came another way: a second address that the framework listens on.
  app.addHook("onRequest", (request, reply, done) => {
    const isKnown = request.raw.seat !== undefined || !request.url.startsWith("/api/");
    if (isKnown || letIn(request.raw, reply.raw)) return done();
    return reply.hijack();
  });

  // Who takes their time to send something does not wait for us.
  app.addHook("preParsing", (request, _reply, _payload, done) => {
    if (!request.raw.complete) leave(request.raw);
    done();
  });
  app.addHook("preValidation", (request, reply, done) => {
    // Who went away meanwhile is not heard of again.
    const isOutside = request.raw.seat === null && !reply.raw.closed;
    if (isOutside) request.raw.seat = seats.take(performance.now());
    done();
  });
});
