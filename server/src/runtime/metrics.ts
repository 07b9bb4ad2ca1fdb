import type { Database } from "../db/open.ts";
import type { Env } from "../config/config.ts";
import { measureDatabase } from "../observability/measure-database.ts";
import { readProcess, readWorkers } from "../observability/measure.ts";
import { serveMetrics } from "../observability/metrics-server.ts";
import type { Opened } from "./foundation.ts";

interface Given {
  db: Database;
  now: () => number;
  opened: Opened;
  /** Who serves: this process, or its workers. */
  ofProcesses: "own" | "workers";
}

/** Loaded only when figures are asked for. @throws OperatorError */
export async function openMetrics(
  place: NonNullable<Env["metrics"]>,
  { db, now, opened, ofProcesses }: Given,
): Promise<void> {
  const read = ofProcesses === "own" ? readProcess : readWorkers();
  const { port, stop } = await serveMetrics(place, [read, measureDatabase(db, now)]);
  opened.push(stop);
  console.log(`  Figures for Prometheus: http://${place.host}:${port}/metrics\n`);
}
