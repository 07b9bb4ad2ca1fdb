import type { IncomingMessage, ServerResponse } from "node:http";
import type { FastifyInstance } from "fastify";
import fp from "fastify-plugin";
import { statusText } from "@manabiya/contract/error.ts";
import { isApiRoute } from "./api-route.ts";
import { AppError } from "../errors/app-error.ts";
import { bodyOf } from "./error-handler.ts";
import type { Answered } from "./request-log.ts";
import { ConcurrencyLimiter } from "./concurrency-limiter.ts";

declare module "node:http" {
  interface IncomingMessage {
    /** Absent: the request was not admitted, so it holds no slot and may not acquire one. */
    admission?: Admission;
  }
}

declare module "fastify" {
  interface FastifyInstance {
    /** Number of slots that API requests hold now. */
    slotsInUse(): number;
  }
}

/** The slot of one admitted request. No other code acquires or releases it. */
class Admission {
  readonly #limiter: ConcurrencyLimiter;
  #slot: number | null;
  #hasEnded = false;

  constructor(limiter: ConcurrencyLimiter, now: number) {
    this.#limiter = limiter;
    this.#slot = limiter.acquire(now);
  }

  release(): void {
    if (this.#slot !== null) this.#limiter.release(this.#slot);
    this.#slot = null;
  }

  /** Does nothing while the slot is held, and after `end`. */
  acquireAgain(now: number): void {
    // After a disconnect no event would release the slot.
    if (this.#slot === null && !this.#hasEnded) this.#slot = this.#limiter.acquire(now);
  }

  end(): void {
    this.#hasEnded = true;
    this.release();
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
  app.decorate("slotsInUse", () => limiter.running);

  function admit(request: IncomingMessage, response: ServerResponse): boolean {
    const now = performance.now();
    if (limiter.isFull(now)) {
      measure?.({ method: request.method ?? "", route: "none", status: 503, milliseconds: 0 });
      refuse(response);
      return false;
    }
    const admission = new Admission(limiter, now);
    request.admission = admission;
    // Also emitted when the client disconnects before the answer, even if an earlier one on its connection is not sent yet.
    response.once("close", () => admission.end());
    return true;
  }

  // The check runs before Fastify creates its request, which would be most of a refusal's cost. It may look at the URL's
  // text only because the hook below decides by the route for every other spelling.
  const [handle] = app.server.listeners("request") as ((request: IncomingMessage, response: ServerResponse) => void)[];
  if (!handle) throw new Error("The HTTP server has no request listener");
  app.server.off("request", handle);
  app.server.on("request", (request, response) => {
    if (!request.url?.startsWith("/api/") || admit(request, response)) handle(request, response);
  });

  // Other spellings of the URL, requests through a second listener of Fastify, and injected ones did not pass the check.
  app.addHook("onRequest", (request, reply, done) => {
    const isChecked = request.raw.admission !== undefined || !isApiRoute(request);
    if (isChecked || admit(request.raw, reply.raw)) return done();
    return reply.hijack();
  });

  // A request whose body is still arriving does not wait for the server. Forms are read before the last of these hooks.
  app.addHook("preParsing", (request, _reply, _payload, done) => {
    if (!request.raw.complete) request.raw.admission?.release();
    done();
  });
  app.addHook("preHandler", (request, _reply, done) => {
    request.raw.admission?.acquireAgain(performance.now());
    done();
  });
});
