import type { FastifyBaseLogger } from "fastify";
import { openDatabase } from "../db/open.ts";
import type { Env } from "../config/config.ts";
import { closeOnSignal, exitTimeout } from "./shutdown.ts";
import { closeAll, type Opened } from "./foundation.ts";
import { type FromWorker, isToWorker, type ToWorker } from "./messages.ts";
import { serve } from "./serve.ts";

/** Serves as one of several processes, with the foundation that the primary process sends. */
export async function startWorker(env: Env, logger: FastifyBaseLogger): Promise<void> {
  let ahead = 0;
  const task = new Promise<Extract<ToWorker, { manabiya: "serve" }>>((resolve) => {
    process.on("message", (message: unknown) => {
      if (!isToWorker(message)) return;
      ({ ahead } = message);
      if (message.manabiya === "serve") resolve(message);
      else send({ manabiya: "clock-set", ahead });
    });
  });
  send({ manabiya: "waiting" });
  const { foundation, demoUrl } = await task;
  const opened: Opened = [];
  // Registered before anything is open: a signal to the process group reaches this process too.
  closeOnSignal(() => closeAll(opened), { timeout: exitTimeout(env), logger: null });
  const db = openDatabase(foundation.database, (err) => logger.warn({ err }, "idle database connection lost"));
  opened.push(() => db.close());
  await serve({
    env,
    foundation,
    db,
    logger,
    now: () => Date.now() + ahead,
    opened,
    extend: async (app) => {
      if (demoUrl === null) return;
      const { default: proxy } = await import("@fastify/http-proxy");
      const { ownHostOnly } = await import("@manabiya/demo/own-host.ts");
      await app.register(async (scope) => {
        // The proxy forwards bodies unparsed.
        scope.removeAllContentTypeParsers();
        // The primary process sees the proxy's own host.
        scope.addHook("onRequest", ownHostOnly(foundation.site.publicUrl));
        await scope.register(proxy, { upstream: demoUrl, prefix: "/sandbox", rewritePrefix: "/sandbox" });
      });
    },
  });
  send({ manabiya: "serving" });
}

function send(message: FromWorker): void {
  process.send?.(message);
}
