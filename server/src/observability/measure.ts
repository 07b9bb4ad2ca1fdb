import cluster from "node:cluster";
import { AggregatorRegistry, collectDefaultMetrics, Counter, Gauge, Histogram, register } from "prom-client";
import type { DatabasePool } from "../db/open.ts";
import type { Answered } from "../http/request-log.ts";

/** Seconds. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

interface MeasuredDeps {
  db: Pick<DatabasePool, "usage">;
}

/** Collects metrics of this process. @returns a function to call with every response */
export function measureProcess({ db }: MeasuredDeps): (answered: Answered) => void {
  collectDefaultMetrics();
  addConnections(db);
  // A worker answers the primary's requests for metrics.
  if (cluster.isWorker) readWorkers();
  const requests = new Histogram({
    name: "manabiya_request_seconds",
    help: "Answers by method, route and status; what is no route is one of its own.",
    labelNames: ["method", "route", "status"],
    buckets: BUCKETS,
  });
  const unreadableHashes = new Counter({
    name: "manabiya_unreadable_password_hashes_total",
    help: "Passwords given for accounts whose stored hash has an unknown format.",
  });
  return ({ method, route, status, milliseconds, hasUnreadableHash }) => {
    requests.observe({ method, route, status }, milliseconds / 1000);
    if (hasUnreadableHash) unreadableHashes.inc();
  };
}

function addConnections(db: MeasuredDeps["db"]): Gauge {
  return new Gauge({
    name: "manabiya_database_connections",
    help: "Connections to the database that are busy or idle, and callers who wait for one.",
    labelNames: ["state"],
    aggregator: "sum",
    collect() {
      const { open, idle, waiting } = db.usage();
      this.set({ state: "busy" }, open - idle);
      this.set({ state: "idle" }, idle);
      this.set({ state: "waiting" }, waiting);
    },
  });
}

export const readProcess = (): Promise<string> => register.metrics();

/** The sum of the workers' metrics, for the primary process. */
export function readWorkers(): () => Promise<string> {
  const workers = new AggregatorRegistry();
  return () => workers.clusterMetrics();
}
