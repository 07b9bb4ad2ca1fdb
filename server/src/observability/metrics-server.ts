import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Registry } from "prom-client";
import type { Env } from "../config/config.ts";
import { portError } from "../http/port.ts";

/**
 * Serves `/metrics` in Prometheus' format on a port of its own, apart from the public one.
 * @param sources each returns a part of the response
 * @throws OperatorError
 */
export async function serveMetrics(
  { port, host }: NonNullable<Env["metrics"]>,
  sources: (() => Promise<string>)[],
): Promise<{ port: number; stop: () => Promise<void> }> {
  const server = createServer(async (request, response) => {
    if (request.url !== "/metrics") return response.writeHead(404).end();
    try {
      const texts = await Promise.all(sources.map((read) => read()));
      response.writeHead(200, { "content-type": Registry.PROMETHEUS_CONTENT_TYPE }).end(texts.join("\n"));
    } catch {
      // A worker that has just exited does not answer; the next scrape reaches the others.
      response.writeHead(503).end();
    }
    return undefined;
  });
  await once(server.listen({ port, host, exclusive: true }), "listening").catch((error: NodeJS.ErrnoException) => {
    throw portError(error, port, host);
  });
  const stop = async () => {
    server.closeAllConnections();
    await once(server.close(), "close");
  };
  return { port: (server.address() as AddressInfo).port, stop };
}
