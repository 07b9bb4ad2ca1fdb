import { type Call, CALLS, mixed } from "../calls/calls.ts";
import type { Members } from "../calls/members.ts";
import type { HttpRequest, LoadClient, Outcome } from "../load/volley.ts";
import type { BenchDatabase } from "../servers/database.ts";
import type { RunningServer } from "../servers/server.ts";
import { cpuOf, cpuOfChildren } from "./cpu.ts";
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
  /** Milliseconds. */
  p50: number;
  p99: number;
  errors: number;
  /** Microseconds of processor time a request, which other work on the machine hardly changes; null: not known. */
  serverCpu: number | null;
  databaseCpu: number | null;
}

export interface RoundOptions {
  rounds: number;
  seconds: number;
  /** Only calls whose name holds it. */
  only: string;
}

interface Shot {
  name: string;
  connections: number;
  url: string;
  requests: () => HttpRequest[];
  pids: { server: number; database: number | null };
}

/**
 * Seconds of the first round, which does not count: what is planned and kept is there after one, but V8 compiles what a
 * kind of request runs through for about two more.
 */
const WARM_UP = 3;

/** The machine's speed changes while a round lasts, so ceilings are measured again after so many calls. */
const BETWEEN = 10;

export const CEILINGS = { small: "ceiling: small JSON", list: "ceiling: 9 kB list behind a token" } as const;

/** Fires every call at every target and at the ceilings, in turns, and takes the medians. By set's name. */
export async function fireRounds(
  client: LoadClient,
  targets: Target[],
  ceilings: RunningServer,
  { rounds, seconds, only }: RoundOptions,
): Promise<{ ceilings: Figure[]; sets: Map<string, Figure[]> }> {
  const calls = [...CALLS, mixed].filter(({ name }) => name.includes(only));
  const ceilingShots = ceilingsOf(ceilings, targets[0]?.members);
  const shots = calls.flatMap((call) => targets.map((target) => ({ target, shot: shotOf(call, target) })));
  const taken = new Map<Shot, Figure[]>();
  const order = shots.flatMap(({ shot }, place) =>
    place % BETWEEN === 0 ? [...ceilingShots, shot] : [shot],
  );
  for (let round = 0; round <= rounds; round++) {
    for (const shot of order) {
      const figure = await fire(client, shot, round === 0 ? WARM_UP : seconds);
      if (round > 0) taken.set(shot, [...(taken.get(shot) ?? []), figure]);
    }
  }
  const figureOf = (shot: Shot) => middle(taken.get(shot) ?? []);
  return {
    ceilings: ceilingShots.map(figureOf),
    sets: new Map(
      targets.map((target) => [
        target.database.set.name,
        shots.filter((entry) => entry.target === target).map((entry) => figureOf(entry.shot)),
      ]),
    ),
  };
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

function ceilingsOf({ url, pid }: RunningServer, members: Members | undefined): Shot[] {
  const headers = () => members?.headers(1) ?? {};
  const shot = { connections: 32, url, pids: { server: pid, database: null } };
  return [
    { ...shot, name: CEILINGS.small, requests: () => [{ method: "GET", path: "/small" }] },
    { ...shot, name: CEILINGS.list, requests: () => [{ method: "GET", path: "/list", headers: headers() }] },
  ];
}

async function fire(client: LoadClient, shot: Shot, seconds: number): Promise<Figure> {
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

function middle(figures: Figure[]): Figure {
  const of = (pick: (figure: Figure) => number) => median(figures.map(pick));
  const known = (pick: (figure: Figure) => number | null) =>
    figures.some((figure) => pick(figure) === null) ? null : of((figure) => pick(figure) ?? 0);
  return {
    name: figures[0]?.name ?? "",
    perSecond: of((figure) => figure.perSecond),
    p50: of((figure) => figure.p50),
    p99: of((figure) => figure.p99),
    errors: figures.reduce((sum, { errors }) => sum + errors, 0),
    serverCpu: known((figure) => figure.serverCpu),
    databaseCpu: known((figure) => figure.databaseCpu),
  };
}
