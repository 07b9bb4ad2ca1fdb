import type { Env } from "../config/config.ts";
import { createLogger } from "../observability/logger.ts";

/**
 * Starts what the environment asks for: one process, or several with one that watches over them.
 * @throws OperatorError with one sentence for whoever started it
 */
export async function start(env: Env): Promise<void> {
  const logger = createLogger(env.logLevel);
  // Where output goes may be full or gone: that must not end the service.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
  if (env.workers === 1) {
    const { startOneProcess } = await import("./one-process.ts");
    return startOneProcess(env, logger);
  }
  const { default: cluster } = await import("node:cluster");
  if (cluster.isPrimary) {
    const { startWorkers } = await import("./workers.ts");
    return startWorkers(env, logger);
  }
  const { startWorker } = await import("./worker.ts");
  return startWorker(env, logger);
}
