// Minutes of an ordinary evening, and thousands of idle connections before and after: memory, open files and connections
// must not grow. `npm run prove -- soak 60` takes an hour.
import { readdir, rm } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { mixed } from "@manabiya/bench/calls/calls.ts";
import { LoadClient } from "@manabiya/bench/load/burst.ts";
import { atLeast, atMost, type Finding } from "../finding.ts";
import { openService, type Service } from "../service.ts";
import { openIdle } from "./idle.ts";
import { type Memory, printMemory, watchMemory } from "./memory.ts";

/** MB a minute. */
const GOAL_SLOPE = 2;
/** MB of each process, decisions/087. */
const GOAL_MEMORY = 300;
/** Idle connections to one process, which takes 5,000. The shipped nginx holds more of them, and keeps 192 to the process. */
const IDLE = 4_500;
/** Seconds during which they are idle. */
const HOLD = 15;
/** Growth of open files and connections per minute. */
const GOAL_HANDLES = 1;
/** The default of DATABASE_POOL. */
const GOAL_CONNECTIONS = 10;
/** Requests a second, as on a busy evening. */
const RATE = 200;
/** Seconds; shorter than the lifetime of an access token. */
const BURST = 300;

export interface Soak {
  /** One sample a second. The first third is left out, because caches fill then. */
  samples: Sample[];
  requests: number;
  seconds: number;
  /** All answers but 2xx; `shed` counts the 503 among them. */
  errors: number;
  shed: number;
  /** Idle connections that got their answer, each time that they were opened. */
  idle: number[];
  /** Requests of others that failed while there were idle connections, and after silent ones. */
  refusedBesideIdle: number;
  /** The most that any process took at any time, in MB. */
  peak: number;
  /** Files in DATA_DIR at the first and the last sample. */
  files: [before: number, after: number];
}

interface Sample {
  minute: number;
  megabytes: number;
  handles: number;
  /** To the database. */
  connections: number;
}

export function judgeSoak(seen: Soak): Finding[] {
  const { samples, requests, seconds, errors, shed } = seen;
  const [before, after] = seen.files;
  const most = (of: (sample: Sample) => number) => Math.max(...samples.map(of));
  return [
    atLeast("requests a second", requests / seconds, RATE * 0.9),
    atMost("errors other than 503", errors - shed, 0),
    atMost("requests turned away with 503", shed, 0),
    atMost(
      "memory grows a minute by",
      slope(samples, ({ megabytes }) => megabytes),
      GOAL_SLOPE,
      " MB",
    ),
    ...seen.idle.map((count) => atLeast("idle connections that were answered", count, IDLE)),
    atMost("requests of others that failed beside them, and after silent ones", seen.refusedBesideIdle, 0),
    atMost("most memory of a process", seen.peak, GOAL_MEMORY, " MB"),
    atMost(
      "open files and connections grow a minute by",
      slope(samples, ({ handles }) => handles),
      GOAL_HANDLES,
    ),
    atMost(
      "most connections to the database",
      most(({ connections }) => connections),
      GOAL_CONNECTIONS,
    ),
    atMost("files that were left in DATA_DIR", after - before, 0),
  ];
}

/** The slope of the least-squares line. */
export function slope(samples: Sample[], of: (sample: Sample) => number): number {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const x = mean(samples.map(({ minute }) => minute));
  const y = mean(samples.map(of));
  const above = samples.reduce((sum, sample) => sum + (sample.minute - x) * (of(sample) - y), 0);
  return above / samples.reduce((sum, { minute }) => sum + (minute - x) ** 2, 0);
}

export async function runDrill([minutes = "5"]: string[]): Promise<Finding[]> {
  const seconds = Math.max(30, Number(minutes) * 60);
  const memory = await watchMemory();
  const service = await openService(undefined, memory.environment);
  const client = new LoadClient();
  let peak = 0;
  const look = async () => {
    const processes = await memory.read();
    peak = Math.max(peak, largest(processes));
    return processes;
  };
  try {
    const soak = { idle: [] as number[], refusedBesideIdle: 0 };
    const sitIdle = async () => {
      const { answered, failed } = await beIdle(client, service, look);
      soak.idle.push(answered);
      soak.refusedBesideIdle += failed;
    };
    // Compiled and filled caches, before anything is compared.
    await fire(client, service, 10);
    printMemory("warm", await look());
    await sitIdle();
    let over = false;
    const firing = fire(client, service, seconds).finally(() => (over = true));
    const samples: Sample[] = [];
    const began = performance.now();
    let before = 0;
    while (!over) {
      await pause(1_000);
      const minute = (performance.now() - began) / 60_000;
      const processes = await look();
      if (minute * 60 < seconds / 3) continue;
      if (samples.length === 0) before = await countFiles(service.dataDir);
      samples.push({ minute, megabytes: largest(processes), ...(await countOpen(service)) });
      if (samples.length % 60 === 1) printMemory(`minute ${minute.toFixed(1)}`, processes);
    }
    const outcome = await firing;
    await sitIdle();
    soak.refusedBesideIdle += await standSilent(client, service, look);
    return judgeSoak({ samples, ...outcome, ...soak, peak, files: [before, await countFiles(service.dataDir)] });
  } finally {
    client.close();
    await service.close();
    await rm(memory.folder, { recursive: true });
  }
}

const largest = (processes: Memory[]) => Math.max(...processes.map(({ rss }) => rss));

/** Opens the idle connections, and sends requests of others beside them. */
async function beIdle(client: LoadClient, service: Service, look: () => Promise<Memory[]>) {
  const { server, members } = service;
  const idle = await openIdle(server.url, IDLE, members.headers(1));
  try {
    printMemory(`${idle.open()} idle connections`, await look());
    const beside = await fire(client, service, HOLD, look);
    printMemory(`${idle.open()} idle connections, ${HOLD} s later`, await look());
    return { answered: idle.answered, failed: beside.errors };
  } finally {
    idle.close();
    await pause(3_000);
    printMemory("closed again", await look());
  }
}

/** Silent connections: while they stand, there may be no room for others. The server closes them by itself. */
async function standSilent(client: LoadClient, service: Service, look: () => Promise<Memory[]>): Promise<number> {
  const silent = await openIdle(service.server.url, IDLE, null);
  try {
    for (let second = 0; second < HOLD; second++) {
      if (second % 5 === 0) printMemory(`${silent.open()} silent connections`, await look());
      await pause(1_000);
      await look();
    }
    return (await fire(client, service, 5, look)).errors;
  } finally {
    silent.close();
  }
}

async function fire(client: LoadClient, { server, members, database }: Service, seconds: number, look?: () => unknown) {
  const sum = { requests: 0, errors: 0, shed: 0, seconds: 0 };
  const looking = look && setInterval(look, 1_000);
  while (sum.seconds < seconds) {
    const requests = mixed.requests(members, database.set);
    const duration = Math.min(BURST, seconds - sum.seconds);
    const fired = await client.fire({ url: server.url, requests, connections: 8, seconds: duration, rate: RATE });
    sum.requests += fired.requests;
    sum.errors += fired.errors;
    sum.shed += fired.shed;
    sum.seconds += duration;
  }
  clearInterval(looking);
  return sum;
}

async function countOpen({ server, database }: Service): Promise<Pick<Sample, "handles" | "connections">> {
  const { rows } = await database.db.query<{ count: number }>({
    text: `select count(*) as count from pg_stat_activity
            where application_name = 'manabiya' and pid <> pg_backend_pid()`,
  });
  return { handles: (await readdir(`/proc/${server.pid}/fd`)).length, connections: rows[0]?.count ?? 0 };
}

async function countFiles(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).length;
}
