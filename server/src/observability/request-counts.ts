import { randomUUID } from "node:crypto";
import { instant, json, text, uuid } from "../db/columns.ts";
import type { Database } from "../db/open.ts";
import { command, statement } from "../db/statement.ts";
import type { Answered } from "../http/request-log.ts";

/** Milliseconds that one row counts. */
const PERIOD = 5 * 60_000;

/** Milliseconds: a request counts at the first bound that it does not exceed, or after the last one. */
export const BOUNDS = [10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000];

export interface CallCounts {
  /** Answers of 500 and above. */
  failed: number;
  /** By BOUNDS, and one more. */
  within: number[];
}
/** By method and route, such as "GET /api/videos/:id/". */
type Calls = Record<string, CallCounts>;

/** Values: process, the period's begin, release, the process's start, now, calls. */
const writeCounts = command("request-counts.write")`
  insert into request_counts (process, at, release, started_at, seen_at, calls) values ($1, $2, $3, $4, $5, $6)
  on conflict (at, process) do update set seen_at = excluded.seen_at, calls = excluded.calls`;

/** Values: a quarter of an hour ago, a day before that, a day ago. */
export const listCounts = statement("request-counts.list", {
  process: uuid,
  at: instant,
  release: text,
  started_at: instant,
  seen_at: instant,
  calls: json<Calls>(),
})`
  select process, at, release, started_at, seen_at, calls from request_counts
   where at > $1 or at > $2 and at <= $3 order by at`;

export const deleteRequestCounts = command("retention.request-counts")`delete from request_counts where at < $1`;

/** Counts in memory what this process answers. `write` must be called every few seconds: it also says that the process runs. */
export function countRequests({ db, now, release }: { db: Database; now: () => number; release: string }) {
  const iso = (ms: number) => new Date(ms).toISOString();
  const [process, startedAt] = [randomUUID(), iso(now())];
  /** By their begin. Those that could not be written wait for the database. */
  const periods = new Map<number, Calls>();
  const current = () => {
    const begin = Math.floor(now() / PERIOD) * PERIOD;
    const calls = periods.get(begin) ?? {};
    periods.set(begin, calls);
    return calls;
  };
  return {
    /** A film's answer takes as long as the member's network, and a probe asks more often than people. */
    count({ method, route, status, milliseconds }: Answered): void {
      if (/^\/(media|health)\//.test(route)) return;
      const counts = (current()[`${method} ${route}`] ??= { failed: 0, within: [...BOUNDS, 0].fill(0) });
      if (status >= 500) counts.failed++;
      const bound = BOUNDS.findIndex((most) => milliseconds <= most);
      counts.within.splice(bound, 1, (counts.within.at(bound) ?? 0) + 1);
    },
    async write(): Promise<void> {
      const running = current();
      // A period that begins meanwhile waits for the next time.
      for (const [begin, calls] of [...periods]) {
        await writeCounts(db, [process, iso(begin), release, startedAt, iso(now()), JSON.stringify(calls)]);
        if (calls !== running) periods.delete(begin);
      }
    },
  };
}
