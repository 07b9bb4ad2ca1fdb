import type { AddressInfo } from "node:net";
import type { StripeSandbox } from "stripe-sandbox";
import Fastify, { LogController, type FastifyBaseLogger } from "fastify";
import { addDemoPages } from "./demo-services.ts";
import type { Billing } from "../billing/provider/provider.ts";
import type { Opened } from "./foundation.ts";

interface Given {
  sandbox: StripeSandbox | null;
  folder: string | null;
  billing: Billing;
  logger: FastifyBaseLogger;
  /** Done after every day that the clock is moved, before the product catches up. */
  onStep: () => Promise<void>;
}

/**
 * Answers the demo's pages on the loopback interface for workers to pass on: the sandbox's state lives in one process.
 * @returns its address
 */
export async function serveDemoPages(given: Given, opened: Opened): Promise<string> {
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
