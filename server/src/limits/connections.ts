import type { Server } from "node:http";

/**
 * Connections that may stay open without a request. Each takes 11 kB of a process, and ten thousand took 110 MB. Behind a
 * proxy, which keeps a few dozen, this limit is never reached.
 */
const KEPT = 2_000;
/** Connections above, whose requests run or never arrive. More are closed at once. */
const MOST = 5_000;
/** Milliseconds between two looks for idle connections. */
const INTERVAL = 100;

/** Closes idle connections when there are too many. A browser opens another one for its next request. */
export function limitConnections(server: Server, { kept = KEPT, most = MOST } = {}): void {
  let open = 0;
  let lookAt = 0;
  const onClose = () => {
    open -= 1;
  };
  server.maxConnections = most;
  server.on("connection", (socket) => {
    socket.once("close", onClose);
    open += 1;
    const now = performance.now();
    if (open <= kept || now < lookAt) return;
    lookAt = now + INTERVAL;
    server.closeIdleConnections();
  });
}
