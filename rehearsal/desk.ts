import { controlPlugin } from "@manabiya/demo/clock/plugin.ts";
import { ownHostOnly } from "@manabiya/demo/own-host.ts";
import Fastify from "fastify";
import type { StripeSandbox } from "stripe-sandbox";
import { stripePagesPlugin } from "stripe-sandbox/pages";

interface Desk {
  sandbox: StripeSandbox;
  /** Folder of the mails. */
  outbox: string;
  /** The service's address. */
  site: string;
  port: number;
  /** Moves the server's clock, by milliseconds. */
  beforeStep: (ms: number) => Promise<void>;
}

/**
 * The pages around the service: the card provider's, the mails and the clock. They have an origin of their own, as the
 * provider has, so that the production server serves nothing else than in production.
 */
export async function openDesk({ sandbox, outbox, site, port, beforeStep }: Desk) {
  const app = Fastify({ forceCloseConnections: true });
  app.addHook("onRequest", ownHostOnly());
  await app.register(stripePagesPlugin, { sandbox });
  await app.register(controlPlugin, { sandbox, folder: outbox, site, beforeStep });
  app.get("/", (_request, reply) => reply.redirect("/sandbox/"));
  await app.listen({ port, host: "127.0.0.1" });
  return app;
}
