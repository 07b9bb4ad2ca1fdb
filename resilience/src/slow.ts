// A thousand connections never finish their request. The server must close them without slowing the other clients.
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { LoadClient, type Outcome } from "@manabiya/bench/load/burst.ts";
import { atLeast, atMost, type Finding } from "./finding.ts";
import { openService } from "./service.ts";

const CONNECTIONS = 1_000;
const GOAL_SECONDS = 12;
/** Milliseconds after which an open connection counts as never closed. */
const CLOSE_TIMEOUT = 45_000;
/** Milliseconds between two pieces that a connection sends. */
const DRIP_INTERVAL = 2_000;
const SECONDS = 8;

const KINDS: Record<string, [first: string, drip: string]> = {
  "silent from the start": ["", ""],
  "a header now and then": ["GET /api/home/ HTTP/1.1\r\nHost: x\r\n", "X-A: b\r\n"],
  "a body byte now and then": [
    "POST /api/auth/login/ HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n",
    " ",
  ],
};

export interface SlowConnections {
  /** Seconds until each was closed, by kind; Infinity: never. */
  closedAfter: Record<string, number[]>;
  quiet: Pick<Outcome, "p99" | "errors">;
  meanwhile: Pick<Outcome, "p99" | "errors">;
}

export function judgeSlow({ closedAfter, quiet, meanwhile }: SlowConnections): Finding[] {
  const all = Object.values(closedAfter).flat();
  return [
    atLeast("slow connections", all.length, CONNECTIONS),
    ...Object.entries(closedAfter).map(([kind, seconds]) =>
      atMost(`${kind}: the last one closed after`, Math.max(...seconds), GOAL_SECONDS, " s"),
    ),
    atMost("p99 of the others meanwhile, as a multiple", meanwhile.p99 / quiet.p99, 2, "×"),
    atMost("errors of the others", quiet.errors + meanwhile.errors, 0),
  ];
}

export async function runDrill(): Promise<Finding[]> {
  const service = await openService();
  const client = new LoadClient();
  try {
    const { server, members } = service;
    const burst = {
      url: server.url,
      requests: [1, 2, 3, 4].map((member) => ({
        method: "GET" as const,
        path: "/api/history/",
        headers: members.headers(member),
      })),
      connections: 4,
      seconds: SECONDS,
    };
    await client.fire({ ...burst, seconds: 3 });
    const quiet = await client.fire(burst);
    const port = Number(new URL(server.url).port);
    const kinds = Object.entries(KINDS);
    const closing = kinds.map(async ([kind, words]) => {
      const count = Math.ceil(CONNECTIONS / kinds.length);
      return [kind, await Promise.all(Array.from({ length: count }, () => slow(port, words)))] as const;
    });
    const meanwhile = await client.fire(burst);
    return judgeSlow({ closedAfter: Object.fromEntries(await Promise.all(closing)), quiet, meanwhile });
  } finally {
    client.close();
    await service.close();
  }
}

/** @returns seconds until the server hung up */
async function slow(port: number, [first, drip]: [string, string]): Promise<number> {
  const socket: Socket = connect(port, "127.0.0.1");
  socket.on("error", () => {});
  await once(socket, "connect");
  const began = performance.now();
  const closed = once(socket, "close").then(() => (performance.now() - began) / 1000);
  socket.resume();
  if (first !== "") socket.write(first);
  const timer = drip === "" ? undefined : setInterval(() => socket.write(drip), DRIP_INTERVAL);
  const found = await Promise.race([closed, pause(CLOSE_TIMEOUT, Infinity, { ref: false })]);
  clearInterval(timer);
  socket.destroy();
  return found;
}
