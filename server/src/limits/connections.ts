import type { Server } from "node:http";

/**
 * Connections that may stay open without a request. Each takes 11 kB of a process, and ten thousand took 110 MB. Behind a
 * proxy, which keeps a few dozen, this limit is never reached.
 */
const IDLE_LIMIT = 2_000;
/** Connections above, whose requests run or never arrive. More are closed at once. */
const OPEN_LIMIT = 5_000;
/** Milliseconds between two looks for idle connections. */
const INTERVAL = 100;

/** Closes idle connections when there are too many. A browser opens another one for its next request. */
export function limitConnections(server: Server, { idle = IDLE_LIMIT, all = OPEN_LIMIT } = {}): void {
  let open = 0;
  let lookAt = 0;
  const onClose = () => {
    open -= 1;
  };
  server.maxConnections = all;
  server.on("connection", (socket) => {
    socket.once("close", onClose);
    open += 1;
    const now = performance.now();
    if (open <= idle || now < lookAt) return;
    lookAt = now + INTERVAL;
    server.closeIdleConnections();
  });
}
