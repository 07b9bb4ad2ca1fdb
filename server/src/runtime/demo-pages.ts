import type { AddressInfo } from "node:net";
import type { StripeSandbox } from "stripe-sandbox";
import Fastify, { LogController, type FastifyBaseLogger } from "fastify";
import { addDemoPages } from "./demo-services.ts";
import type { Billing } from "../billing/provider/provider.ts";
import type { Opened } from "./foundation.ts";

interface DemoPages {
  sandbox: StripeSandbox | null;
  folder: string | null;
  billing: Billing;
  logger: FastifyBaseLogger;
  /** Called after each day that the clock moves, before the product's jobs run. */
  onStep: () => Promise<void>;
}

/**
 * Serves the demo's pages on loopback. The workers proxy to them, because one process holds the sandbox's state.
 * @returns the URL
 */
export async function serveDemoPages(given: DemoPages, opened: Opened): Promise<string> {
  const app = Fastify({
    loggerInstance: given.logger,
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: true,
  });
  await addDemoPages(app, given);
  await app.listen({ port: 0, host: "127.0.0.1" });
  opened.push(() => app.close());
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
}
