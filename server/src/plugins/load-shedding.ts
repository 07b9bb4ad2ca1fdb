import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import fp from "fastify-plugin";
import { statusText } from "@manabiya/contract/error.ts";
import { AppError } from "../errors.ts";
import { bodyOf } from "./errors.ts";

const BUSY = Buffer.from(JSON.stringify(bodyOf(new AppError(503, "busy", statusText(503)))));
const BUSY_HEADERS = {
  "content-type": "application/json; charset=utf-8",
  "content-length": BUSY.length,
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
  "retry-after": "1",
};

/** Written as it is: what turning people away costs is taken from those who were let in. */
function refuse(reply: FastifyReply): void {
  reply.hijack();
  reply.raw.writeHead(503, BUSY_HEADERS).end(BUSY);
}

/** As many at once are no crowd, however long they take. */
const NO_CROWD = 32;
/** More than these wait in no case: a thousand who come in one moment are all young. */
const MOST = 256;
/** Milliseconds that the oldest of a crowd may have waited; newcomers would wait longer than they stay. */
const QUEUE_AGE = 200;
/** Milliseconds after which a request is slow by its nature (a card provider, an upload) and says nothing of the queue. */
const SLOW_BY_NATURE = 1_000;

/**
 * Turns newcomers away while those who came before them wait too long, before anything is done for them: so that
 * who was let in is answered soon, instead of all waiting for ever.
 */
export const loadSheddingPlugin = fp(async (app: FastifyInstance) => {
  // In the order of their coming.
  const waiting = new Map<FastifyRequest, number>();

  app.addHook("onRequest", (request, reply, done) => {
    if (!request.url.startsWith("/api/")) return done();
    const now = performance.now();
    if (waiting.size >= NO_CROWD && (oldest(now) > QUEUE_AGE || waiting.size >= MOST)) {
      return refuse(reply);
    }
    waiting.set(request, now);
    return done();
  });
  // Who takes their time to send something does not wait for us.
  app.addHook("preParsing", (request, _reply, _payload, done) => {
    waiting.delete(request);
    done();
  });
  app.addHook("preValidation", (request, _reply, done) => {
    // Who went away meanwhile is not heard of again.
    const isHere = !request.raw.socket.destroyed;
    if (isHere && request.url.startsWith("/api/")) waiting.set(request, performance.now());
    done();
  });
  app.addHook("onResponse", (request, _reply, done) => {
    waiting.delete(request);
    done();
  });
  app.addHook("onRequestAbort", (request, done) => {
    waiting.delete(request);
    done();
  });

  /** Milliseconds that the oldest request waits; forgets those that are slow by nature. */
  function oldest(now: number): number {
    for (const [request, came] of waiting) {
      if (now - came < SLOW_BY_NATURE) return now - came;
      waiting.delete(request);
    }
    return 0;
  }
});
