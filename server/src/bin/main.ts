import { type Env, readEnv } from "../config/config.ts";
import { createLogger } from "../observability/logger.ts";
import { exitOnOperatorError } from "./exit-on-operator-error.ts";

await exitOnOperatorError(() => start(readEnv(process.env)));

/**
 * Starts one process, or a primary with several workers.
 * @throws OperatorError
 */
async function start(env: Env): Promise<void> {
  const logger = createLogger(env.logLevel);
  // A full disk or a closed pipe behind the output must not end the service.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
  const logStart = () => logger.info({ node: process.version, workers: env.workers }, "starting");
  if (env.workers === 1) {
    logStart();
    const { startOneProcess } = await import("../runtime/one-process.ts");
    return startOneProcess(env, logger);
  }
  const { default: cluster } = await import("node:cluster");
  if (cluster.isPrimary) {
    logStart();
    const { startWorkers } = await import("../runtime/workers.ts");
    return startWorkers(env, logger);
  }
  const { startWorker } = await import("../runtime/worker.ts");
  return startWorker(env, logger);
}
