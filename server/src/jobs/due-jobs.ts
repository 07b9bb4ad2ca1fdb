import type { FastifyBaseLogger } from "fastify";
import { command, type Database, statement, text } from "../db/statement.ts";

/** Milliseconds until a failed run is retried. It exceeds the duration of any run. */
const RETRY_AFTER = 60 * 60 * 1000;

/** Milliseconds until a job is claimed again after the database was away, so that a failover delays no job by an hour. */
const CLAIM_AGAIN_AFTER = 60_000;

/** Milliseconds. The demo's clock jumps, so a timer per job would not do. */
const POLL_INTERVAL = 1_000;

/** Milliseconds between two polls after which the machine has slept, or the demo's clock has jumped. */
const SLEPT = 60_000;

export interface Job {
  name: string;
  /** Milliseconds. */
  every: number;
  /** A run may last for minutes, in which the other jobs go on. */
  isLong?: true;
  /** @param signal rejects early when aborted; another run does the rest */
  run: (signal: AbortSignal) => Promise<void>;
}

/**
 * A run that lies ahead is of a clock that was set back. Values: job, now, the instants until which any run and a failed one must
 * have begun, and the one after which a run lies ahead.
 */
const claim = statement("jobs.claim", { job: text })`
  insert into job_runs (job, started_at) values ($1, $2)
  on conflict (job) do update set started_at = $2
   where job_runs.started_at <= $3
      or job_runs.started_at > $5
      or job_runs.started_at <= $4 and coalesce(job_runs.succeeded_at < job_runs.started_at, true)
  returning job`;

/** A run that lasted until another process started the job again says nothing about that other run. */
const succeed = command("jobs.succeed")`update job_runs set succeeded_at = $2 where job = $1 and started_at = $3`;

interface JobDeps {
  db: Database;
  now: () => number;
  logger: FastifyBaseLogger;
}

/**
 * Starts the periodic jobs. One of several processes runs each job. A failed run is logged and retried an hour later.
 * @returns a function that starts no further job and resolves when the running one has ended
 */
export function startJobs(jobs: Job[], deps: JobDeps): () => Promise<void> {
  const stopping = new AbortController();
  const due = new Map<string, number>();
  const runner = (some: Job[]) => dueJobsRunner(some, { ...deps, signal: stopping.signal }, due);
  const lanes = [jobs.filter(({ isLong }) => !isLong), jobs.filter(({ isLong }) => isLong)].map(runner);
  let running = lanes.map(() => Promise.resolve());
  let last = 0;
  const isAwake = () => deps.now() - last < SLEPT;
  const timer = setInterval(() => {
    // After a start or a sleep all come in their order, so that the last one sees what was delayed as done.
    const all = isAwake() ? null : Promise.all(running).then(runner(jobs));
    last = deps.now();
    running = running.map((before, lane) => all ?? before.then(() => (isAwake() ? lanes[lane]?.() : undefined)));
  }, POLL_INTERVAL);
  return async () => {
    clearInterval(timer);
    stopping.abort();
    await Promise.all(running);
  };
}

/**
 * @param due when each job is looked at next, milliseconds since 1970
 * @returns a function that runs every due job that no other process has claimed
 */
export function dueJobsRunner(
  jobs: Job[],
  { db, now, logger, signal }: JobDeps & { signal: AbortSignal },
  due = new Map<string, number>(),
): () => Promise<void> {
  const at = (ms: number) => new Date(ms).toISOString();
  return async () => {
    // A machine that slept meanwhile goes on with the next pass, in which the jobs come in their order again.
    const began = now();
    for (const { name, every, run } of jobs) {
      if (signal.aborted) return;
      const wait = (due.get(name) ?? 0) - began;
      // A longer wait than any: the clock was set back.
      if (wait > 0 && wait <= RETRY_AFTER) continue;
      due.set(name, now() + CLAIM_AGAIN_AFTER);
      try {
        const startedAt = at(now());
        const bounds = [now() - every, now() - RETRY_AFTER, now() + RETRY_AFTER].map(at);
        const claimed = await claim(db, [name, startedAt, ...bounds]);
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
