import type { Database } from "../db/open.ts";
import type { Env } from "../config/config.ts";
import { measureDatabase } from "../observability/measure-database.ts";
import { readProcess, readWorkers } from "../observability/measure.ts";
import { serveMetrics } from "../observability/metrics-server.ts";
import type { Opened } from "./foundation.ts";

interface MetricsDeps {
  db: Database;
  now: () => number;
  opened: Opened;
  /** The processes that serve. */
  processes: "own" | "workers";
}

/** Import it only with METRICS_PORT, since it loads prom-client. @throws OperatorError */
export async function openMetrics(
  address: NonNullable<Env["metrics"]>,
  { db, now, opened, processes }: MetricsDeps,
): Promise<void> {
  const read = processes === "own" ? readProcess : readWorkers();
  const { port, stop } = await serveMetrics(address, [read, measureDatabase(db, now)]);
  opened.push(stop);
  console.log(`  Figures for Prometheus: http://${address.host}:${port}/metrics\n`);
}
