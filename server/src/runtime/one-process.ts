import type { FastifyBaseLogger } from "fastify";
import { printStartupBanner } from "./startup-banner.ts";
import type { Env } from "../config/config.ts";
import { closeOnSignal, exitTimeout } from "./shutdown.ts";
import { closeAll, prepareFoundation, type Opened } from "./foundation.ts";
import { mailFolder, serve } from "./serve.ts";

/**
 * Starts everything in this process. When a step fails, the earlier ones are closed again.
 * @throws OperatorError
 */
export async function startOneProcess(env: Env, logger: FastifyBaseLogger): Promise<void> {
  const opened: Opened = [];
  const { promise: isOpen, resolve: open } = Promise.withResolvers<void>();
  // A signal during the start closes what is open by then, above all PostgreSQL.
  closeOnSignal(() => isOpen.then(() => closeAll(opened)), { timeout: exitTimeout(env), logger });
  try {
    const { foundation, db, sandbox } = await prepareFoundation(env, opened, logger);
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
        if (!env.demo) return;
        const { addDemoPages } = await import("./demo-services.ts");
        await addDemoPages(app, { sandbox, folder, billing });
      },
    });
    if (env.metrics !== null) {
      const { openMetrics } = await import("./metrics.ts");
      await openMetrics(env.metrics, { db, now, opened, processes: "own", env, logger });
    }
    open();
    const hasSandboxPages = folder !== null || sandbox !== null;
    printStartupBanner(foundation.site, { demo: env.demo, hasSandboxPages, port: foundation.port, logger });
  } catch (error) {
    await closeAll(opened);
    throw error;
  }
}
