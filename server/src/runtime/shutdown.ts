import { setTimeout as pause } from "node:timers/promises";
import type { FastifyInstance } from "fastify";

/** Milliseconds that running requests get to finish; a paused video would hold its connection for ever. */
const DRAIN_TIMEOUT = 5_000;

/** Milliseconds after the signal at which we end whatever still hangs, beside the time that a load balancer is given. */
const EXIT_TIMEOUT = 20_000;

export const exitTimeout = ({ drainSeconds }: { drainSeconds: number }) => EXIT_TIMEOUT + drainSeconds * 1000;

/** From now on `/health/ready` says no; what comes is answered all the same. */
const draining = new WeakSet<object>();

export const isDraining = (server: object): boolean => draining.has(server);

/**
 * Takes no new connections, lets running requests finish, then closes what is left.
 * @param notice milliseconds before, for a load balancer to see that we are not ready any more
 */
export async function drain(app: Pick<FastifyInstance, "close" | "server">, notice = 0): Promise<void> {
  draining.add(app.server);
  if (notice > 0) await pause(notice);
  const timer = setTimeout(() => app.server.closeAllConnections(), DRAIN_TIMEOUT);
  await app.close();
  clearTimeout(timer);
}

/** Ends the process in good order on SIGTERM or SIGINT, `patience` milliseconds later in any case. */
export function closeOnSignal(close: () => Promise<void>, patience: number): void {
  let closing = false;
  const onSignal = async () => {
    if (closing) return;
    closing = true;
    setTimeout(() => process.exit(1), patience).unref();
    await close();
    process.exit(0);
  };
  process.on("SIGTERM", onSignal);
  process.on("SIGINT", onSignal);
}
