// Load of three times the capacity of the server behind the shipped nginx: accepted requests stay fast, and the server recovers at once.
import { rm } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { mixed } from "@manabiya/bench/calls/calls.ts";
import { LoadClient, type Outcome } from "@manabiya/bench/load/burst.ts";
import { Quiet } from "@manabiya/bench/measure/quiet.ts";
import { median } from "@manabiya/bench/measure/statistics.ts";
import { atLeast, atMost, type Finding } from "./finding.ts";
import { needPackages } from "./machines/packages.ts";
import { startNginx } from "./machines/rolling/proxies.ts";
import { openService, SMALL, type Service, temporaryFolder } from "./service.ts";

const TIMES = 3;
const ROUNDS = 3;
const SECONDS = { warmUp: 4, capacity: 4, settling: 5, overload: 8 };
/**
 * Seconds. Rest between rounds keeps a cloud host from throttling the processor.
 * `patience`: total extra rest for rounds that are measured again.
 */
const REST = { between: 20, patience: 60 };
const CONNECTIONS = { capacity: 32, overload: 1_000 };
/** Share of the offered requests that must arrive: a connection waiting for an answer sends nothing. */
const ARRIVED = 0.9;
const GOALS = { acceptedP99: 500, settlingP99: 5_000, goodput: 0.9, recovery: 5 };
/** Calls that the shipped nginx lets through at once, for one process. */
const CONCURRENT = 128;
/** Milliseconds of a normal answer. */
const NORMAL = 100;

export interface Overload {
  /** Answers a second without overload, right before and right after. */
  capacity: { before: number; after: number };
  /** Requests a second, evenly spread. */
  offered: number;
  outcome: Pick<Outcome, "perSecond" | "accepted" | "acceptedP99" | "settlingP99" | "shed" | "limited" | "errors">;
  /** Seconds after its end until ten answers in a row were quick. */
  recovery: number;
}

/** Goodput is the median of all rounds, because the machine's speed varies. Every other figure is the worst. */
export function judgeOverload(rounds: Overload[]): Finding[] {
  const most = (of: (round: Overload) => number) => Math.max(...rounds.map(of));
  const least = (of: (round: Overload) => number) => Math.min(...rounds.map(of));
  const seconds = rounds.map(
    ({ outcome, capacity }) => `${Math.round(outcome.accepted)} of ${Math.round(mean(capacity))}`,
  );
  const shed = rounds.reduce((sum, { outcome }) => sum + outcome.shed, 0);
  return [
    atLeast(
      "offered load, as a multiple of capacity",
      least((r) => r.offered / r.capacity.before),
      TIMES * 0.99,
      "×",
    ),
    atLeast(
      "of that arrived",
      least(({ outcome, offered }) => outcome.perSecond / offered),
      ARRIVED,
    ),
    atMost(
      `p99 of what was accepted (${shed} shed)`,
      most(({ outcome }) => outcome.acceptedP99),
      GOALS.acceptedP99,
      " ms",
    ),
    atMost(
      `p99 while ${CONNECTIONS.overload} connections opened within a second`,
      most(({ outcome }) => outcome.settlingP99),
      GOALS.settlingP99,
      " ms",
    ),
    atLeast(
      `goodput as a share of capacity (${seconds.join(", ")} a second)`,
      median(rounds.map(({ outcome, capacity }) => outcome.accepted / mean(capacity))),
      GOALS.goodput,
    ),
    atMost(
      "errors that are no refusal by 503 or 429",
      most(({ outcome }) => outcome.errors - outcome.shed - outcome.limited),
      0,
    ),
    atMost(
      "recovery",
      most((round) => round.recovery),
      GOALS.recovery,
      " s",
    ),
  ];
}

const mean = ({ before, after }: Overload["capacity"]) => (before + after) / 2;

/** Capacity and overload alike go through nginx, with TLS. */
export async function runDrill([rounds = String(ROUNDS)]: string[]): Promise<Finding[]> {
  const service = await openService();
  const nginx = await openNginx(service);
  const client = new LoadClient();
  try {
    const burst = {
      url: nginx.url,
      requests: mixed.requests(service.members, SMALL),
      connections: CONNECTIONS.capacity,
      seconds: SECONDS.capacity,
    };
    await client.fire({ ...burst, seconds: SECONDS.warmUp });
    const round = async (): Promise<Overload> => {
      await pause(1000 * REST.between);
      const before = (await client.fire(burst)).accepted;
      const offered = Math.ceil(TIMES * before);
      const outcome = await client.fire({
        ...burst,
        connections: CONNECTIONS.overload,
        seconds: SECONDS.settling + SECONDS.overload,
        settling: SECONDS.settling,
        rate: offered,
      });
      const recovered = await recovery(service);
      const after = (await client.fire(burst)).accepted;
      return { capacity: { before, after }, offered, outcome, recovery: recovered };
    };
    const quiet = new Quiet(REST.patience);
    const measured: Overload[] = [];
    while (measured.length < Number(rounds)) measured.push(await quiet.measure(round));
    return judgeOverload(measured);
  } finally {
    client.close();
    await nginx.stop();
    await service.close();
  }
}

async function openNginx({ server }: Service) {
  await needPackages({ "nginx-light": "/usr/sbin/nginx", openssl: "/usr/bin/openssl" });
  const folder = await temporaryFolder();
  // Everybody comes from one address here.
  const withoutShares = (site: string) => site.replace("limit_conn visitors 256;", "");
  const nginx = await startNginx(folder, Number(new URL(server.url).port), CONCURRENT, withoutShares);
  return {
    url: nginx.url,
    stop: async () => {
      await nginx.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function recovery({ server, members }: Service): Promise<number> {
  const began = performance.now();
  let recoveredAt = began;
  for (let normalInARow = 0; normalInARow < 10;) {
    if (performance.now() - began > 60_000) return Infinity;
    const asked = performance.now();
    const answer = await fetch(`${server.url}/api/history/`, { headers: members.headers(1) });
    await answer.arrayBuffer();
    const isNormal = answer.ok && performance.now() - asked < NORMAL;
    if (isNormal && normalInARow === 0) recoveredAt = asked;
    normalInARow = isNormal ? normalInARow + 1 : 0;
    await pause(20);
  }
  return (recoveredAt - began) / 1000;
}
