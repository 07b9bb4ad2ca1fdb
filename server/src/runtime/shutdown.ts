import { setTimeout as pause } from "node:timers/promises";
import type { FastifyInstance } from "fastify";

/** Milliseconds that running requests get to finish. A paused video would keep its connection open for ever. */
const DRAIN_TIMEOUT = 5_000;

/** Milliseconds from the signal to a forced exit, without the time for a load balancer. */
const EXIT_TIMEOUT = 20_000;

export const exitTimeout = ({ drainSeconds }: { drainSeconds: number }) => EXIT_TIMEOUT + drainSeconds * 1000;

/** Servers whose `/health/ready` returns 503 while they still answer other requests. */
const draining = new WeakSet<object>();

export const isDraining = (server: object): boolean => draining.has(server);

/**
 * Stops listening, lets running requests finish, then closes the remaining connections.
 * @param notice milliseconds before, in which a load balancer notices that the server is not ready
 */
export async function drain(app: Pick<FastifyInstance, "close" | "server">, notice = 0): Promise<void> {
  draining.add(app.server);
  if (notice > 0) await pause(notice);
  const timer = setTimeout(() => app.server.closeAllConnections(), DRAIN_TIMEOUT);
  await app.close();
  clearTimeout(timer);
}

/** Exits after `close` on SIGTERM or SIGINT. @param timeout milliseconds after which the process exits anyway */
export function closeOnSignal(close: () => Promise<void>, timeout: number): void {
  let closing = false;
  const onSignal = async () => {
    if (closing) return;
    closing = true;
    setTimeout(() => process.exit(1), timeout).unref();
    await close();
    process.exit(0);
  };
  process.on("SIGTERM", onSignal);
  process.on("SIGINT", onSignal);
}
