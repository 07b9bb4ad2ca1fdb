import type { FastifyBaseLogger } from "fastify";
import type { Database } from "../db/open.ts";
import type { Env } from "../config/config.ts";
import { openStorage } from "../files/storage/open-storage.ts";
import { measureDatabase } from "./measure-database.ts";
import { measureStorage } from "../observability/measure-storage.ts";
import { readProcess, readWorkers } from "../observability/measure.ts";
import { serveMetrics } from "../observability/metrics-server.ts";
import type { Opened } from "./foundation.ts";

interface MetricsDeps {
  db: Database;
  now: () => number;
  opened: Opened;
  /** The processes that serve. */
  processes: "own" | "workers";
  env: Env;
  logger: Pick<FastifyBaseLogger, "info" | "warn">;
}

/** Import it only with METRICS_PORT, since it loads prom-client. @throws OperatorError */
export async function openMetrics(
  address: NonNullable<Env["metrics"]>,
  { db, now, opened, processes, env, logger }: MetricsDeps,
): Promise<void> {
  const read = processes === "own" ? readProcess : readWorkers();
  const sources = [read, measureDatabase(db, now, logger), measureStorage(await openStorage(env), logger)];
  const { port, stop } = await serveMetrics(address, sources);
  opened.push(stop);
  const url = `http://${address.host}:${port}/metrics`;
  if (env.demo) console.log(`  Figures for Prometheus: ${url}\n`);
  else logger.info({ url }, "serving metrics");
}
