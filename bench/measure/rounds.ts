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

interface Shot {
  name: string;
  connections: number;
  url: string;
  requests: () => HttpRequest[];
  pids: { server: number; database: number | null };
}

/** Seconds of the first round, which does not count. Caches fill within one; V8 compiles for about two more. */
const WARM_UP = 3;

export const BASELINES = {
  small: "baseline: small JSON",
  list: "baseline: 9 kB list behind a token",
} as const;

type Burst = Omit<Figure, "share" | "bursts">;

/**
 * Fires every call at every target in turn and takes the medians. The machine's speed varies within a round, so the
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
  const heats = [[small], ...calls.map((call) => targets.map((target) => shotOf(call, target)))];
  const taken = new Map<Shot, { burst: Burst; share: number }[]>();
  for (let round = 0; round <= rounds; round++) {
    const isWarmUp = round === 0;
    const shoot = (shot: Shot) =>
      isWarmUp ? fire(client, shot, WARM_UP) : quiet.measure(() => fire(client, shot, seconds));
    const keep = (shot: Shot, burst: Burst, share: number) => {
      if (!isWarmUp) taken.set(shot, [...(taken.get(shot) ?? []), { burst, share }]);
    };
    let before = await shoot(list);
    for (const heat of heats) {
      const bursts: [Shot, Burst][] = [];
      for (const shot of heat) bursts.push([shot, await shoot(shot)]);
      const after = await shoot(list);
      const baseline = (before.perSecond + after.perSecond) / 2;
      for (const [shot, burst] of bursts) keep(shot, burst, burst.perSecond / baseline);
      keep(list, after, 1);
      before = after;
    }
  }
  const figureOf = (shot: Shot) => middle(taken.get(shot) ?? []);
  const sets = targets.map((target, index): [string, Figure[]] => {
    const shots = heats.slice(1).flatMap((heat) => heat[index] ?? []);
    return [target.database.set.name, shots.map(figureOf)];
  });
  return { baselines: [small, list].map(figureOf), sets: new Map(sets) };
}

function shotOf(call: Call, { database, server, members }: Target): Shot {
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
): Record<keyof typeof BASELINES, Shot> {
  const headers = () => members?.headers(1) ?? {};
  const shot = { connections: 32, url, pids: { server: pid, database: null } };
  return {
    small: { ...shot, name: BASELINES.small, requests: () => [{ method: "GET", path: "/small" }] },
    list: {
      ...shot,
      name: BASELINES.list,
      requests: () => [{ method: "GET", path: "/list", headers: headers() }],
    },
  };
}

async function fire(client: LoadClient, shot: Shot, seconds: number): Promise<Burst> {
  const before = cpu(shot);
  const { url, connections } = shot;
  const outcome = await client.fire({ url, connections, seconds, requests: shot.requests() });
  const after = cpu(shot);
  return {
    name: shot.name,
    ...outcome,
    serverCpu: each(before.server, after.server, outcome),
    databaseCpu: each(before.database, after.database, outcome),
  };
}

function cpu({ pids }: Shot) {
  return {
    server: cpuOf(pids.server),
    database: pids.database === null ? null : cpuOfChildren(pids.database),
  };
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
