// Minutes of ordinary use: memory must not grow with time. `npm run prove -- soak 10` takes ten minutes.
import { readFile } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { LoadClient } from "../../bench/load/volley.ts";
import { atMost, type Finding } from "./finding.ts";
import { openService } from "./service.ts";

/** MB a minute: a day of it is still less than what the server may have. */
const GOAL_SLOPE = 2;
const GOAL_MEMORY = 250;
/** Requests a second: a good evening, not a flood. */
const RATE = 200;

export interface Soak {
  /** Once a second, after the first third: what starts also fills caches. */
  memory: { minute: number; megabytes: number }[];
  errors: number;
}

export function judgeSoak({ memory, errors }: Soak): Finding[] {
  return [
    atMost("memory grows a minute by", slope(memory), GOAL_SLOPE, " MB"),
    atMost("most memory", Math.max(...memory.map(({ megabytes }) => megabytes)), GOAL_MEMORY, " MB"),
    atMost("errors", errors, 0),
  ];
}

/** Of the line that lies nearest to all points. */
export function slope(points: Soak["memory"]): number {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const x = mean(points.map(({ minute }) => minute));
  const y = mean(points.map(({ megabytes }) => megabytes));
  const above = points.reduce((sum, point) => sum + (point.minute - x) * (point.megabytes - y), 0);
  return above / points.reduce((sum, { minute }) => sum + (minute - x) ** 2, 0);
}

export async function prove([minutes = "5"]: string[]): Promise<Finding[]> {
  const service = await openService();
  const client = new LoadClient();
  try {
    const { server, members } = service;
    const seconds = Math.max(30, Number(minutes) * 60);
    const requests = Array.from({ length: 60 }, (_, place) => ({
      method: place % 5 === 4 ? ("POST" as const) : ("GET" as const),
      path:
        [
          "/api/home/",
          `/api/videos/${place + 1}/`,
          "/api/history/",
          `/api/search/?q=${"動画集客"[place % 4]}`,
          `/api/videos/${place + 1}/favorite/`,
        ][place % 5] ?? "",
      headers: members.headers(place + 1),
      ...(place % 5 === 4 && { body: "{}" }),
    }));
    let over = false;
    const firing = client
      .fire({ url: server.url, requests, connections: 8, seconds: Math.min(seconds, 500), rate: RATE })
      .finally(() => (over = true));
    const memory: Soak["memory"] = [];
    const began = performance.now();
    while (!over) {
      await pause(1_000);
      const minute = (performance.now() - began) / 60_000;
      if (minute * 60 > seconds / 3) memory.push({ minute, megabytes: await residentMegabytes(server.pid) });
    }
    return judgeSoak({ memory, errors: (await firing).errors });
  } finally {
    client.close();
    await service.close();
  }
}

async function residentMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1024;
}
