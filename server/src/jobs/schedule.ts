import type { FastifyBaseLogger } from "fastify";
import type { Database } from "../db/open.ts";
import { text } from "../db/columns.ts";
import { statement } from "../db/statement.ts";
import type { MediaStorage } from "../files/storage/storage.ts";
import { deleteExpiredFiles } from "../files/storage/delete-expired-files.ts";
import { deleteExpired } from "./delete-expired.ts";
import type { Billing } from "../billing/provider/provider.ts";
import { reconcileHourly, reconcileNightly } from "../billing/sync/reconcile.ts";

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;

/** Milliseconds after which a run that did not end well is done again, however rarely the job is: longer than it takes. */
const AGAIN_AFTER = HOUR;

/** Milliseconds between looks at the clock; in the demo the clock is moved by hand. */
const LOOK_EVERY = 3_000;

export interface Job {
  name: string;
  /** Milliseconds. */
  every: number;
  /** @param signal when to end early, by rejecting: what is left is done by another run */
  run: (signal: AbortSignal) => Promise<void>;
}

const claim = statement(
  "jobs.claim",
  { job: text },
  `insert into job_runs (job, started_at) values ($1, $2)
   on conflict (job) do update set started_at = $2
    where job_runs.started_at <= $3
       or job_runs.started_at <= $4 and coalesce(job_runs.succeeded_at < job_runs.started_at, true)
   returning job`,
);

const succeed = statement("jobs.succeed", {}, `update job_runs set succeeded_at = $2 where job = $1`);

interface Parts {
  db: Database;
  storage: MediaStorage;
  billing: Billing;
  now: () => number;
  logger: FastifyBaseLogger;
}

/**
 * Starts what runs now and then. Of several processes on one database one runs each job. A failed run is logged and
 * done again an hour later.
 * @returns how to stop: nothing more is begun at once, and it resolves when what runs has ended
 */
export function startJobs({ db, storage, billing, now, logger }: Parts): () => Promise<void> {
  const jobs: Job[] = [
    { name: "tidy", every: HOUR, run: () => deleteExpired(db, now()) },
    { name: "tidy-media", every: HOUR, run: (signal) => deleteExpiredFiles(db, storage, now(), signal) },
    { name: "reconcile-hourly", every: HOUR, run: (signal) => reconcileHourly(billing, signal) },
    { name: "reconcile-nightly", every: DAY, run: (signal) => reconcileNightly(billing, signal) },
  ];
  let running = Promise.resolve();
  const stopping = new AbortController();
  const look = lookAfterJobs(jobs, { db, now, logger, signal: stopping.signal });
  const timer = setInterval(() => (running = running.then(look)), LOOK_EVERY);
  return async () => {
    clearInterval(timer);
    stopping.abort();
    await running;
  };
}

/** @returns what runs every job that is due and that no other process has taken */
export function lookAfterJobs(
  jobs: Job[],
  { db, now, logger, signal }: Pick<Parts, "db" | "now" | "logger"> & { signal: AbortSignal },
): () => Promise<void> {
  const due = new Map<string, number>();
  const at = (ms: number) => new Date(ms).toISOString();
  return async () => {
    for (const { name, every, run } of jobs) {
      if (signal.aborted) return;
      if (now() < (due.get(name) ?? 0)) continue;
      due.set(name, now() + Math.min(every, AGAIN_AFTER));
      try {
        const times = [at(now()), at(now() - every), at(now() - AGAIN_AFTER)];
        if ((await claim(db, [name, ...times])).length === 0) continue;
        await run(signal);
        await succeed(db, [name, at(now())]);
      } catch (err) {
        if (signal.aborted && err === signal.reason) logger.info({ job: name }, "a job ended early");
        else logger.warn({ err, job: name }, "a job failed");
      }
    }
  };
}
