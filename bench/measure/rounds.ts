import { type Call, CALLS, mixed } from "../calls/calls.ts";
import type { Members } from "../calls/members.ts";
import type { HttpRequest, LoadClient, Outcome } from "../load/burst.ts";
import type { BenchDatabase } from "../servers/database.ts";
import type { RunningServer } from "../servers/server.ts";
import { cpuOf, cpuOfChildren } from "./cpu.ts";
import type { Quiet } from "./quiet.ts";
import { median } from "./statistics.ts";

/** A set with its server and signed-in members. */
export interface Target {
  database: BenchDatabase;
  server: RunningServer;
  members: Members;
}

export interface Figure {
  name: string;
  perSecond: number;
  /** Ratio to the list baseline measured right before and after. */
  share: number;
  /** Requests a second of each round; entries of the same round are comparable between sets. */
  bursts: number[];
  /** Milliseconds. */
  p50: number;
  p99: number;
  errors: number;
  /** Microseconds of processor time per request, which other load hardly affects; null: unknown. */
  serverCpu: number | null;
  databaseCpu: number | null;
}

export interface RoundOptions {
  rounds: number;
  seconds: number;
  /** Only calls whose name contains it. */
  only: string;
  quiet: Quiet;
}

interface Measurement {
  name: string;
  connections: number;
  url: string;
  requests: () => HttpRequest[];
  pids: { server: number; database: number | null };
}

/** Seconds of the first round, which does not count. Caches fill within one; V8 compiles for about two more. */
const WARM_UP = 3;

export const BASELINES = { small: "baseline: small JSON", list: "baseline: 9 kB list behind a token" } as const;

type Burst = Omit<Figure, "share" | "bursts">;

/**
 * Measures every call on every target in turn and takes the medians. The machine's speed varies within a round, so the
 * list baseline is measured around every call. The returned sets are keyed by their name.
 */
export async function fireRounds(
  client: LoadClient,
  targets: Target[],
  baselines: RunningServer,
  { rounds, seconds, only, quiet }: RoundOptions,
): Promise<{ baselines: Figure[]; sets: Map<string, Figure[]> }> {
  const calls = [...CALLS, mixed].filter(({ name }) => name.includes(only));
  const { small, list } = baselinesOf(baselines, targets[0]?.members);
  const groups = [[small], ...calls.map((call) => targets.map((target) => measurementOf(call, target)))];
  const taken = new Map<Measurement, { burst: Burst; share: number }[]>();
  for (let round = 0; round <= rounds; round++) {
    const isWarmUp = round === 0;
    const measureCall = (measurement: Measurement) =>
      isWarmUp ? fire(client, measurement, WARM_UP) : quiet.measure(() => fire(client, measurement, seconds));
    const record = (measurement: Measurement, burst: Burst, share: number) => {
      if (!isWarmUp) taken.set(measurement, [...(taken.get(measurement) ?? []), { burst, share }]);
    };
    let before = await measureCall(list);
    for (const group of groups) {
      const bursts: [Measurement, Burst][] = [];
      for (const measurement of group) bursts.push([measurement, await measureCall(measurement)]);
      const after = await measureCall(list);
      const baseline = (before.perSecond + after.perSecond) / 2;
      for (const [measurement, burst] of bursts) record(measurement, burst, burst.perSecond / baseline);
      record(list, after, 1);
      before = after;
    }
  }
  const figureOf = (measurement: Measurement) => middle(taken.get(measurement) ?? []);
  const sets = targets.map((target, index): [string, Figure[]] => {
    const measurements = groups.slice(1).flatMap((group) => group[index] ?? []);
    return [target.database.set.name, measurements.map(figureOf)];
  });
  return { baselines: [small, list].map(figureOf), sets: new Map(sets) };
}

function measurementOf(call: Call, { database, server, members }: Target): Measurement {
  return {
    name: call.name,
    connections: call.connections ?? 32,
    url: server.url,
    requests: () => call.requests(members, database.set),
    pids: { server: server.pid, database: database.pid },
  };
}

function baselinesOf(
  { url, pid }: RunningServer,
  members: Members | undefined,
): Record<keyof typeof BASELINES, Measurement> {
  const headers = () => members?.headers(1) ?? {};
  const measurement = { connections: 32, url, pids: { server: pid, database: null } };
  return {
    small: { ...measurement, name: BASELINES.small, requests: () => [{ method: "GET", path: "/small" }] },
    list: {
      ...measurement,
      name: BASELINES.list,
      requests: () => [{ method: "GET", path: "/list", headers: headers() }],
    },
  };
}

async function fire(client: LoadClient, measurement: Measurement, seconds: number): Promise<Burst> {
  const before = cpu(measurement);
  const { url, connections } = measurement;
  const outcome = await client.fire({ url, connections, seconds, requests: measurement.requests() });
  const after = cpu(measurement);
  return {
    name: measurement.name,
    ...outcome,
    serverCpu: each(before.server, after.server, outcome),
    databaseCpu: each(before.database, after.database, outcome),
  };
}

function cpu({ pids }: Measurement) {
  return { server: cpuOf(pids.server), database: pids.database === null ? null : cpuOfChildren(pids.database) };
}

function each(before: number | null, after: number | null, { requests }: Outcome): number | null {
  return before === null || after === null ? null : (1000 * (after - before)) / requests;
}

function middle(rounds: { burst: Burst; share: number }[]): Figure {
  const bursts = rounds.map(({ burst }) => burst);
  const of = (pick: (burst: Burst) => number) => median(bursts.map(pick));
  const known = (pick: (burst: Burst) => number | null) =>
    bursts.some((burst) => pick(burst) === null) ? null : of((burst) => pick(burst) ?? 0);
  return {
    name: bursts[0]?.name ?? "",
    perSecond: of((burst) => burst.perSecond),
    share: median(rounds.map(({ share }) => share)),
    bursts: bursts.map(({ perSecond }) => perSecond),
    p50: of((burst) => burst.p50),
    p99: of((burst) => burst.p99),
    errors: bursts.reduce((sum, { errors }) => sum + errors, 0),
    serverCpu: known((burst) => burst.serverCpu),
    databaseCpu: known((burst) => burst.databaseCpu),
  };
}
