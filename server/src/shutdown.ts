import type { FastifyInstance } from "fastify";

/** Milliseconds that running requests get to finish; a paused video would hold its connection for ever. */
const DRAIN_TIMEOUT = 5_000;

/** Milliseconds after the signal at which we end whatever still hangs. */
const EXIT_TIMEOUT = 20_000;

/** Takes no new connections, lets running requests finish, then closes what is left. */
export async function drain(app: Pick<FastifyInstance, "close" | "server">): Promise<void> {
  const timer = setTimeout(() => app.server.closeAllConnections(), DRAIN_TIMEOUT);
  await app.close();
  clearTimeout(timer);
}

/** Ends the process in good order on SIGTERM or SIGINT. */
export function closeOnSignal(close: () => Promise<void>): void {
  let closing = false;
  const onSignal = async () => {
    if (closing) return;
    closing = true;
    setTimeout(() => process.exit(1), EXIT_TIMEOUT).unref();
    await close();
    process.exit(0);
  };
  process.on("SIGTERM", onSignal);
  process.on("SIGINT", onSignal);
}
