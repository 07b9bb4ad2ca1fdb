import { once } from "node:events";
import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";
import type { Database } from "../db/open.ts";
import { type Job, dueJobsRunner, startJobs } from "./due-jobs.ts";
import { useTestApp } from "../../test/testing/test-app.ts";

const t = useTestApp();
const MINUTE = 60_000;

const deps = (signal: AbortSignal) => ({ db: t.db, now: t.clock.now, logger: pino({ level: "silent" }), signal });

/** Runs the due jobs in several processes on one database at once. */
function processes(count: number, job: Job): () => Promise<void> {
  const runners = Array.from({ length: count }, () => dueJobsRunner([job], deps(new AbortController().signal)));
  return async () => {
    await Promise.all(runners.map((runDueJobs) => runDueJobs()));
  };
}

test("runs a due job once, however many processes poll", async () => {
  let runs = 0;
  const runDueJobs = processes(8, { name: "count", every: 60 * MINUTE, run: async () => void runs++ });
  for (let hour = 1; hour <= 5; hour++) {
    await runDueJobs();
    await runDueJobs();
    expect(runs).toBe(hour);
    t.clock.advance({ minutes: 60 });
  }
});

test("retries a failed daily run an hour later in another process", async () => {
  const runs: string[] = [];
  const fails = async () => {
    runs.push("failed");
    throw new Error("the provider is away");
  };
  const daily = { name: "daily", every: 24 * 60 * MINUTE };
  await processes(2, { ...daily, run: fails })();
  const runDueJobs = processes(2, { ...daily, run: async () => void runs.push("done") });
  await runDueJobs();
  expect(runs).toEqual(["failed"]);
  t.clock.advance({ minutes: 60 });
  await runDueJobs();
  expect(runs).toEqual(["failed", "done"]);
  t.clock.advance({ minutes: 23 * 60 });
  await runDueJobs();
  expect(runs).toEqual(["failed", "done"]);
  t.clock.advance({ minutes: 60 });
  await runDueJobs();
  expect(runs).toEqual(["failed", "done", "done"]);
});

test("a run that outlives its claim does not count as the success of the next one", async () => {
  const runs: string[] = [];
  const daily = { name: "outlived", every: 24 * 60 * MINUTE };
  const gate = Promise.withResolvers<void>();
  const started = Promise.withResolvers<void>();
  const waits = async () => {
    started.resolve();
    await gate.promise;
    runs.push("late");
  };
  const slow = processes(1, { ...daily, run: waits })();
  const fails = async () => {
    gate.resolve();
    await slow;
    throw new Error("the provider is away");
  };
  await started.promise;
  t.clock.advance({ minutes: 60 });
  await processes(1, { ...daily, run: fails })();
  t.clock.advance({ minutes: 60 });
  await processes(1, { ...daily, run: async () => void runs.push("retried") })();
  expect(runs).toEqual(["late", "retried"]);
});

test("a clock that was set back stops no job", async () => {
  let runs = 0;
  const runDueJobs = processes(2, { name: "set-back", every: 60 * MINUTE, run: async () => void runs++ });
  await runDueJobs();
  t.clock.ms -= 24 * 60 * MINUTE;
  for (let poll = 0; poll < 2; poll++) await runDueJobs();
  expect(runs).toBe(2);
  t.clock.ms += 24 * 60 * MINUTE;
});

test("tries again a minute after the database was away, not an hour", async () => {
  let isAway = true;
  let runs = 0;
  const db: Database = {
    ...t.db,
    query: (query) => (isAway ? Promise.reject(new Error("Connection terminated unexpectedly")) : t.db.query(query)),
  };
  const job = { name: "after-outage", every: 60 * MINUTE, run: async () => void runs++ };
  const runDueJobs = dueJobsRunner([job], { ...deps(new AbortController().signal), db });
  await runDueJobs();
  isAway = false;
  await runDueJobs();
  expect(runs).toBe(0);
  t.clock.advance({ minutes: 1 });
  await runDueJobs();
  expect(runs).toBe(1);
});

test("aborts the running job at a stop, starts no other, and leaves both to another process", async () => {
  const runs: string[] = [];
  const started = Promise.withResolvers<void>();
  const untilAborted: Job = {
    name: "long",
    every: 60 * MINUTE,
    run: async (signal) => {
      started.resolve();
      await once(signal, "abort");
      runs.push("ended early");
      signal.throwIfAborted();
    },
  };
  const next: Job = { name: "next", every: 60 * MINUTE, run: async () => void runs.push("next") };
  const stopping = new AbortController();
  const running = dueJobsRunner([untilAborted, next], deps(stopping.signal))();
  await started.promise;
  stopping.abort();
  await running;
  expect(runs).toEqual(["ended early"]);
  await processes(1, next)();
  t.clock.advance({ minutes: 60 });
  await processes(1, { ...untilAborted, run: async () => void runs.push("done") })();
  expect(runs).toEqual(["ended early", "next", "done"]);
});

test("a long run delays no other job, but those of a start or after a sleep come in their order", async () => {
  const runs: string[] = [];
  const gate = Promise.withResolvers<void>();
  const note = (name: string, every: number) => ({ name, every, run: async () => void runs.push(name) });
  const slow: Job = {
    name: "slow",
    every: MINUTE / 2,
    isLong: true,
    run: async () => {
      runs.push("slow");
      if (runs.filter((name) => name === "slow").length === 2) await gate.promise;
    },
  };
  const { signal: _, ...given } = deps(new AbortController().signal);
  const stop = startJobs([note("before", MINUTE / 2), slow, note("after", MINUTE / 2)], given);
  onTestFinished(async () => {
    gate.resolve();
    await stop();
  });
  const ran = (name: string) => runs.filter((each) => each === name).length;
  await expect.poll(() => ran("after"), { timeout: 10_000 }).toBe(1);
  expect(runs).toEqual(["before", "slow", "after"]);
  for (const times of [2, 3]) {
    t.clock.advance({ minutes: 0.5 });
    await expect.poll(() => ran("after"), { timeout: 10_000 }).toBe(times);
  }
  expect(ran("slow")).toBe(2);
  gate.resolve();
  runs.length = 0;
  t.clock.advance({ minutes: 60 });
  await expect.poll(() => ran("after"), { timeout: 10_000 }).toBe(1);
  expect([runs.toSorted(), runs.at(-1)]).toEqual([["after", "before", "slow"], "after"]);
});

test("after a clock that jumped within a pass, the jobs come in their order again", async () => {
  const runs: string[] = [];
  const first: Job = {
    name: "sleeps",
    every: 30 * MINUTE,
    run: async () => {
      runs.push("sleeps");
      if (runs.length > 2) t.clock.advance({ minutes: 120 });
    },
  };
  const last: Job = { name: "last", every: 60 * MINUTE, run: async () => void runs.push("last") };
  const runDueJobs = dueJobsRunner([first, last], deps(new AbortController().signal));
  await runDueJobs();
  t.clock.advance({ minutes: 30 });
  await runDueJobs();
  expect(runs).toEqual(["sleeps", "last", "sleeps"]);
  await runDueJobs();
  expect(runs).toEqual(["sleeps", "last", "sleeps", "sleeps", "last"]);
});
