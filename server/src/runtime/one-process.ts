import type { FastifyBaseLogger } from "fastify";
import { announce } from "./startup-banner.ts";
import type { Env } from "../config/config.ts";
import { addDemoPages } from "./demo-services.ts";
import { closeOnSignal, exitTimeout } from "./shutdown.ts";
import { closeAll, layFoundation, type Opened } from "./foundation.ts";
import { mailFolder, serve } from "./serve.ts";

/**
 * Opens everything in order in this process; what is open already is closed again when a later step fails.
 * @throws OperatorError with one sentence for whoever started it
 */
export async function startOneProcess(env: Env, logger: FastifyBaseLogger): Promise<void> {
  const opened: Opened = [];
  const { promise: isOpen, resolve: open } = Promise.withResolvers<void>();
  // Told to end in the middle, it ends what it has begun to start, PostgreSQL above all.
  closeOnSignal(() => isOpen.then(() => closeAll(opened)), exitTimeout(env));
  try {
    const { foundation, db, sandbox } = await layFoundation(env, opened, logger);
    const folder = mailFolder(env);
    const now = sandbox?.clock.now ?? Date.now;
    await serve({
      env,
      foundation,
      db,
      logger,
      now,
      opened,
      extend: async (app, billing) => {
        if (env.demo) await addDemoPages(app, { sandbox, folder, billing });
      },
    });
    if (env.metrics !== null) {
      const { openMetrics } = await import("./metrics.ts");
      await openMetrics(env.metrics, { db, now, opened, ofProcesses: "own" });
    }
    open();
    announce(foundation.site, { demo: env.demo, hasSandbox: folder !== null || sandbox !== null });
  } catch (error) {
    await closeAll(opened);
    throw error;
  }
}
