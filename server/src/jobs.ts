import type { FastifyBaseLogger } from "fastify";
import { type Database, statement } from "./db/open.ts";
import type { MediaStorage } from "./media/storage.ts";
import { tidyMedia } from "./media/tidy.ts";
import { forgetOld } from "./retention.ts";
import type { Billing } from "./subscription/provider.ts";
import { reconcileHourly, reconcileNightly } from "./subscription/reconcile.ts";

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;

/** Milliseconds between looks at the clock; in the demo the clock is moved by hand. */
const LOOK_EVERY = 3_000;

interface Job {
  name: string;
  every: number;
  run: () => Promise<void>;
}

const claim = statement(
  "jobs.claim",
  `insert into job_runs (job, started_at) values ($1, $2)
   on conflict (job) do update set started_at = $2 where job_runs.started_at <= $3
   returning job`,
);

interface Parts {
  db: Database;
  storage: MediaStorage;
  billing: Billing;
  now: () => number;
  logger: FastifyBaseLogger;
}

/**
 * Starts what runs now and then. Of several processes on one database one runs each job. A failed run is logged and
 * tried again at its next time. @returns how to stop
 */
export function startJobs({ db, storage, billing, now, logger }: Parts): () => Promise<void> {
  const jobs: Job[] = [
    { name: "tidy", every: HOUR, run: () => forgetOld(db, now()) },
    { name: "tidy-media", every: HOUR, run: () => tidyMedia(db, storage, now()) },
    { name: "reconcile-hourly", every: HOUR, run: () => reconcileHourly(billing) },
    { name: "reconcile-nightly", every: DAY, run: () => reconcileNightly(billing) },
  ];
  const due = new Map<string, number>();
  let running = Promise.resolve();

  async function look(): Promise<void> {
    for (const { name, every, run } of jobs) {
      if (now() < (due.get(name) ?? 0)) continue;
      due.set(name, now() + every);
      try {
        if (await claimed(db, name, every, now())) await run();
      } catch (err) {
        logger.warn({ err, job: name }, "a job failed");
      }
    }
  }

  const timer = setInterval(() => (running = running.then(look)), LOOK_EVERY);
  return async () => {
    clearInterval(timer);
    await running;
  };
}

async function claimed(db: Database, job: string, every: number, now: number): Promise<boolean> {
  const at = (ms: number) => new Date(ms).toISOString();
  return (await claim(db, [job, at(now), at(now - every)])).length > 0;
}
