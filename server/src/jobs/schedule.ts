import type { FastifyBaseLogger } from "fastify";
import type { Database } from "../db/open.ts";
import { text } from "../db/columns.ts";
import { statement } from "../db/statement.ts";
import type { MediaStorage } from "../files/storage/storage.ts";
import { deleteExpiredFiles } from "../files/storage/delete-expired-files.ts";
import type { SiteSettings } from "../config/config.ts";
import { listMailOccasions } from "../mail/mailings/list-recipients.ts";
import { deleteExpired } from "./delete-expired.ts";
import { closeDays } from "../figures/close-days.ts";
import type { Billing } from "../billing/provider/provider.ts";
import type { AskPlayback } from "../catalogue/playback/ask.ts";
import { createReadingsIndexer } from "../catalogue/search/readings/index-readings.ts";
import { patrolVideos } from "../catalogue/playback/patrol.ts";
import { startLists } from "../billing/prices/start-lists.ts";
import { reconcileHourly, reconcileNightly } from "../billing/sync/reconcile.ts";

const MINUTE = 60_000;
const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;

/** Milliseconds by which a mail to a new member may be late. */
const OCCASIONS_EVERY = 10 * 60 * 1000;

/** Milliseconds by which kana may find a new text later than its own characters do. A run without new texts takes one statement. */
const READINGS_EVERY = 1_000;

/** Milliseconds until a failed run is retried. It exceeds the duration of any run. */
const RETRY_AFTER = HOUR;

/** Milliseconds until a job is claimed again after the database was away, so that a failover delays no job by an hour. */
const CLAIM_AGAIN_AFTER = 60_000;

/** Milliseconds. The demo's clock jumps, so a timer per job would not do. */
const POLL_INTERVAL = 1_000;

export interface Job {
  name: string;
  /** Milliseconds. */
  every: number;
  /** @param signal rejects early when aborted; another run does the rest */
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

/** A run that lasted until another process started the job again says nothing about that other run. */
const succeed = statement(
  "jobs.succeed",
  {},
  `update job_runs set succeeded_at = $2 where job = $1 and started_at = $3`,
);

interface JobDeps {
  db: Database;
  site: SiteSettings;
  storage: MediaStorage;
  billing: Billing;
  askPlayback: AskPlayback;
  now: () => number;
  logger: FastifyBaseLogger;
}

/**
 * Starts the periodic jobs. One of several processes runs each job. A failed run is logged and retried an hour later.
 * @returns a function that starts no further job and resolves when the running one has ended
 */
export function startJobs({ db, site, storage, billing, askPlayback: ask, now, logger }: JobDeps): () => Promise<void> {
  const jobs: Job[] = [
    // Before `tidy`, which deletes the views of old days: after a long downtime they are not counted yet.
    { name: "close-days", every: HOUR, run: (signal) => closeDays(db, now(), signal) },
    { name: "tidy", every: HOUR, run: () => deleteExpired(db, now()) },
    { name: "tidy-media", every: HOUR, run: (signal) => deleteExpiredFiles(db, storage, now(), signal) },
    { name: "index-readings", every: READINGS_EVERY, run: createReadingsIndexer(db) },
    { name: "mail-occasions", every: OCCASIONS_EVERY, run: () => listMailOccasions(db, site, now()) },
    { name: "start-prices", every: MINUTE, run: () => startLists(billing) },
    { name: "reconcile-hourly", every: HOUR, run: (signal) => reconcileHourly(billing, { signal }) },
    { name: "reconcile-nightly", every: DAY, run: (signal) => reconcileNightly(billing, { signal }) },
    // The run itself waits for the night, and an hour later asks the hosts again that did not answer.
    { name: "patrol-videos", every: HOUR, run: (signal) => patrolVideos({ db, ask, now, logger }, signal) },
  ];
  let running = Promise.resolve();
  const stopping = new AbortController();
  const runDueJobs = dueJobsRunner(jobs, { db, now, logger, signal: stopping.signal });
  const timer = setInterval(() => (running = running.then(runDueJobs)), POLL_INTERVAL);
  return async () => {
    clearInterval(timer);
    stopping.abort();
    await running;
  };
}

/** @returns a function that runs every due job that no other process has claimed */
export function dueJobsRunner(
  jobs: Job[],
  { db, now, logger, signal }: Pick<JobDeps, "db" | "now" | "logger"> & { signal: AbortSignal },
): () => Promise<void> {
  const due = new Map<string, number>();
  const at = (ms: number) => new Date(ms).toISOString();
  return async () => {
    for (const { name, every, run } of jobs) {
      if (signal.aborted) return;
      if (now() < (due.get(name) ?? 0)) continue;
      due.set(name, now() + CLAIM_AGAIN_AFTER);
      try {
        const startedAt = at(now());
        const claimed = await claim(db, [name, startedAt, at(now() - every), at(now() - RETRY_AFTER)]);
        due.set(name, now() + Math.min(every, RETRY_AFTER));
        if (claimed.length === 0) continue;
        await run(signal);
        await succeed(db, [name, at(now()), startedAt]);
      } catch (err) {
        if (signal.aborted && err === signal.reason) logger.info({ job: name }, "a job ended early");
        else logger.warn({ err, job: name }, "a job failed");
      }
    }
  };
}
