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
    /** The slot that the request holds; null: it was admitted and holds none now; absent: it was not admitted. */
    slot?: number | null;
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

/** Bypasses the framework: the cost of a refusal reduces the capacity for admitted requests. */
function refuse(response: ServerResponse): void {
  response.writeHead(503, BUSY_HEADERS).end(BUSY);
}

interface Options {
  /** Receives each refused request. */
  measure?: ((answered: Answered) => void) | undefined;
}

/** Limits concurrent API requests and refuses the others at once, so that latency stays bounded under overload. */
export const loadSheddingPlugin = fp(async (app: FastifyInstance, { measure }: Options) => {
  const limiter = new ConcurrencyLimiter();

  function admit(request: IncomingMessage, response: ServerResponse): boolean {
    const now = performance.now();
    if (limiter.isFull(now)) {
      measure?.({ method: request.method ?? "", route: "none", status: 503, milliseconds: 0 });
      refuse(response);
      return false;
    }
    request.slot = limiter.acquire(now);
    // Also emitted when the client disconnects before the answer.
    response.once("close", () => release(request));
    return true;
  }

  function release(request: IncomingMessage): void {
    if (typeof request.slot === "number") limiter.release(request.slot);
    request.slot = null;
  }

  // The check runs before Fastify creates its request, which would be most of a refusal's cost.
  const [handle] = app.server.listeners("request") as ((request: IncomingMessage, response: ServerResponse) => void)[];
  if (!handle) throw new Error("The HTTP server has no request listener");
  app.server.off("request", handle);
  app.server.on("request", (request, response) => {
    if (!request.url?.startsWith("/api/") || admit(request, response)) handle(request, response);
  });

  // Requests through a second listener of Fastify, and injected ones, did not pass the check above.
  app.addHook("onRequest", (request, reply, done) => {
    const isChecked = request.raw.slot !== undefined || !request.url.startsWith("/api/");
    if (isChecked || admit(request.raw, reply.raw)) return done();
    return reply.hijack();
  });

  // A request whose body is still arriving does not wait for the server.
  app.addHook("preParsing", (request, _reply, _payload, done) => {
    if (!request.raw.complete) release(request.raw);
    done();
  });
  app.addHook("preValidation", (request, reply, done) => {
    // After a disconnect no event would release the slot.
    const needsSlot = request.raw.slot === null && !reply.raw.closed;
    if (needsSlot) request.raw.slot = limiter.acquire(performance.now());
    done();
  });
});
