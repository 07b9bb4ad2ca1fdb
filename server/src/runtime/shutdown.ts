import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import { markDraining } from "../http/draining.ts";

/** Milliseconds that running requests get to finish. A paused video would keep its connection open for ever. */
const DRAIN_TIMEOUT = 5_000;

/** Milliseconds from the signal to a forced exit, without the time for a load balancer. */
const EXIT_TIMEOUT = 20_000;

export const exitTimeout = ({ drainSeconds }: { drainSeconds: number }) => EXIT_TIMEOUT + drainSeconds * 1000;

/**
 * Stops listening, lets running requests finish, then closes the remaining connections.
 * @param notice milliseconds before, in which a load balancer notices that the server is not ready
 */
export async function drain(app: Pick<FastifyInstance, "close" | "server">, notice = 0): Promise<void> {
  markDraining(app.server);
  // A proxy would otherwise send a request on a connection at the moment at which it closes, and may not send it again.
  app.server.prependListener("request", (_request: IncomingMessage, response: ServerResponse) => {
    response.shouldKeepAlive = false;
  });
  if (notice > 0) await pause(notice);
  const timer = setTimeout(() => app.server.closeAllConnections(), DRAIN_TIMEOUT);
  await app.close();
  clearTimeout(timer);
}

interface CloseOptions {
  /** Milliseconds after which the process exits anyway. */
  timeout: number;
  /** Null: the supervising process logs the stop of all. */
  logger: Pick<FastifyBaseLogger, "info" | "error"> | null;
}

/** Exits after `close` on SIGTERM or SIGINT. */
export function closeOnSignal(close: () => Promise<void>, { timeout, logger }: CloseOptions): void {
  let closing = false;
  const onSignal = async (signal: NodeJS.Signals) => {
    if (closing) return;
    closing = true;
    logger?.info({ signal }, "stopping");
    setTimeout(() => {
      logger?.error({ seconds: timeout / 1000 }, "the stop took too long and was cut short");
      process.exit(1);
    }, timeout).unref();
    await close();
    logger?.info("stopped");
    process.exit(0);
  };
  process.on("SIGTERM", onSignal);
  process.on("SIGINT", onSignal);
}
