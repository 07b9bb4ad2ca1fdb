// Three times what the server can do: those who get an answer must get it soon, and it must be well again at once.
import { setTimeout as pause } from "node:timers/promises";
import { LoadClient, type Outcome } from "../../bench/load/volley.ts";
import { atLeast, atMost, type Finding } from "./finding.ts";
import { openService, type Service } from "./service.ts";

const TIMES = 3;
const SECONDS = 10;
/** Until all connections are taken up: Node takes one in each turn of its loop, and turns are long under load. */
const SETTLING = 5;
const CONNECTIONS = { capacity: 32, overload: 1_000 };
const GOALS = { acceptedP99: 500, settlingP99: 5_000, goodput: 0.85, recovery: 5 };
/** Milliseconds: an answer as on any other day. */
const WELL = 100;

export interface Overload {
  /** Answers a second when nobody comes too much. */
  capacity: number;
  offered: number;
  outcome: Pick<Outcome, "accepted" | "acceptedP99" | "settlingP99" | "shed" | "errors">;
  /** Seconds after its end until ten answers in a row were quick. */
  recovery: number;
}

export function judgeOverload({ capacity, offered, outcome, recovery }: Overload): Finding[] {
  return [
    atLeast("offered load, as a multiple of capacity", offered / capacity, TIMES * 0.99, "×"),
    atMost(`p99 of what was accepted (${outcome.shed} shed)`, outcome.acceptedP99, GOALS.acceptedP99, " ms"),
    atMost(
      `p99 while ${CONNECTIONS.overload} connections came in one moment`,
      outcome.settlingP99,
      GOALS.settlingP99,
      " ms",
    ),
    atLeast(
      `goodput as a share of capacity (${Math.round(outcome.accepted)} of ${Math.round(capacity)} a second)`,
      outcome.accepted / capacity,
      GOALS.goodput,
    ),
    atMost("errors that are no 503", outcome.errors - outcome.shed, 0),
    atMost("recovery", recovery, GOALS.recovery, " s"),
  ];
}

export async function prove(): Promise<Finding[]> {
  const service = await openService();
  const client = new LoadClient();
  try {
    const { server, members } = service;
    const requests = Array.from({ length: 60 }, (_, place) => ({
      method: "GET" as const,
      path: place % 3 === 0 ? "/api/home/" : place % 3 === 1 ? `/api/videos/${place + 1}/` : "/api/history/",
      headers: members.headers(place + 1),
    }));
    const volley = { url: server.url, requests, connections: CONNECTIONS.capacity, seconds: SECONDS };
    await client.fire({ ...volley, seconds: 4 });
    const capacity = (await client.fire(volley)).accepted;
    const offered = Math.ceil(TIMES * capacity);
    const outcome = await client.fire({
      ...volley,
      connections: CONNECTIONS.overload,
      seconds: SETTLING + SECONDS,
      settling: SETTLING,
      rate: offered,
    });
    return judgeOverload({ capacity, offered, outcome, recovery: await recovery(service) });
  } finally {
    client.close();
    await service.close();
  }
}

async function recovery({ server, members }: Service): Promise<number> {
  const began = performance.now();
  let wellSince = began;
  for (let inARow = 0; inARow < 10;) {
    if (performance.now() - began > 60_000) return Infinity;
    const asked = performance.now();
    const answer = await fetch(`${server.url}/api/history/`, { headers: members.headers(1) });
    await answer.arrayBuffer();
    const isWell = answer.ok && performance.now() - asked < WELL;
    if (isWell && inARow === 0) wellSince = asked;
    inARow = isWell ? inARow + 1 : 0;
    await pause(20);
  }
  return (wellSince - began) / 1000;
}
