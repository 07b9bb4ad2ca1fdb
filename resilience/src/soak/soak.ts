// Minutes of ordinary use: memory, open files and connections must not grow. `npm run prove -- soak 10` takes ten minutes.
import { readdir, readFile } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { LoadClient } from "@manabiya/bench/load/burst.ts";
import { atLeast, atMost, type Finding } from "./finding.ts";
import { openService, type Service } from "./service.ts";

/** MB a minute. */
const GOAL_SLOPE = 2;
const GOAL_MEMORY = 250;
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
    atMost(
      "most memory",
      most(({ megabytes }) => megabytes),
      GOAL_MEMORY,
      " MB",
    ),
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
  const service = await openService();
  const client = new LoadClient();
  try {
    let over = false;
    const firing = fire(client, service, seconds).finally(() => (over = true));
    const samples: Sample[] = [];
    const began = performance.now();
    let before = 0;
    while (!over) {
      await pause(1_000);
      const minute = (performance.now() - began) / 60_000;
      if (minute * 60 < seconds / 3) continue;
      if (samples.length === 0) before = await countFiles(service.dataDir);
      samples.push({ minute, ...(await look(service)) });
    }
    const outcome = await firing;
    for (const { minute, megabytes, handles, connections } of samples.filter((_, n) => n % 60 === 0)) {
      console.log(
        `minute ${minute.toFixed(1)}: ${megabytes.toFixed(0)} MB, ${handles} files and connections open, ${connections} of them to the database`,
      );
    }
    return judgeSoak({ samples, ...outcome, files: [before, await countFiles(service.dataDir)] });
  } finally {
    client.close();
    await service.close();
  }
}

async function fire(client: LoadClient, { server, members }: Service, seconds: number) {
  const sum = { requests: 0, errors: 0, shed: 0, seconds: 0 };
  while (sum.seconds < seconds) {
    // Enough members to stay below the limit of searches.
    const requests = Array.from({ length: 240 }, (_, index) => ({
      method: index % 5 === 4 ? ("POST" as const) : ("GET" as const),
      path:
        [
          "/api/home/",
          `/api/videos/${(index % 60) + 1}/`,
          "/api/history/",
          `/api/videos/search/?q=${encodeURIComponent("動画集客"[index % 4] ?? "")}`,
          `/api/videos/${(index % 60) + 1}/favorite/`,
        ][index % 5] ?? "",
      headers: members.headers(index + 1),
      ...(index % 5 === 4 && { body: "{}" }),
    }));
    const duration = Math.min(BURST, seconds - sum.seconds);
    const fired = await client.fire({ url: server.url, requests, connections: 8, seconds: duration, rate: RATE });
    sum.requests += fired.requests;
    sum.errors += fired.errors;
    sum.shed += fired.shed;
    sum.seconds += duration;
  }
  return sum;
}

async function look({ server, database }: Service): Promise<Omit<Sample, "minute">> {
  const status = await readFile(`/proc/${server.pid}/status`, "utf8");
  const { rows } = await database.db.query<{ count: number }>({
    text: `select count(*) as count from pg_stat_activity
            where application_name = 'manabiya' and pid <> pg_backend_pid()`,
  });
  return {
    megabytes: Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1024,
    handles: (await readdir(`/proc/${server.pid}/fd`)).length,
    connections: rows[0]?.count ?? 0,
  };
}

async function countFiles(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).length;
}
