import { once } from "node:events";
import { pino } from "pino";
import { expect, test } from "vitest";
import { type Job, lookAfterJobs } from "./schedule.ts";
import { useTestApp } from "../../test/testing/test-app.ts";

const t = useTestApp();
const MINUTE = 60_000;

const parts = (signal: AbortSignal) => ({
  db: t.db,
  now: t.clock.now,
  logger: pino({ level: "silent" }),
  signal,
});

/** So many processes on one database, each with its own look at the same jobs. */
function processes(count: number, job: Job): () => Promise<void> {
  const looks = Array.from({ length: count }, () =>
    lookAfterJobs([job], parts(new AbortController().signal)),
  );
  return async () => {
    await Promise.all(looks.map((look) => look()));
  };
}

test("a job runs once when its time has come, however many processes look", async () => {
  let runs = 0;
  const look = processes(8, { name: "count", every: 60 * MINUTE, run: async () => void runs++ });
  for (let hour = 1; hour <= 5; hour++) {
    await look();
    await look();
    expect(runs).toBe(hour);
    t.clock.advance({ minutes: 60 });
  }
});

test("a daily run that failed, or whose process was killed, is done again an hour later by another one", async () => {
  const runs: string[] = [];
  const fails = async () => {
    runs.push("failed");
    throw new Error("the provider is away");
  };
  const daily = { name: "daily", every: 24 * 60 * MINUTE };
  await processes(2, { ...daily, run: fails })();
  const look = processes(2, { ...daily, run: async () => void runs.push("done") });
  await look();
  expect(runs).toEqual(["failed"]);
  t.clock.advance({ minutes: 60 });
  await look();
  expect(runs).toEqual(["failed", "done"]);
  t.clock.advance({ minutes: 23 * 60 });
  await look();
  expect(runs).toEqual(["failed", "done"]);
  t.clock.advance({ minutes: 60 });
  await look();
  expect(runs).toEqual(["failed", "done", "done"]);
});

test("told to end, a job that runs hears of it and no other one begins; both are done by another process", async () => {
  const runs: string[] = [];
  const begun = Promise.withResolvers<void>();
  const untilTold: Job = {
    name: "long",
    every: 60 * MINUTE,
    run: async (signal) => {
      begun.resolve();
      await once(signal, "abort");
      runs.push("ended early");
      signal.throwIfAborted();
    },
  };
  const next: Job = { name: "next", every: 60 * MINUTE, run: async () => void runs.push("next") };
  const stopping = new AbortController();
  const looking = lookAfterJobs([untilTold, next], parts(stopping.signal))();
  await begun.promise;
  stopping.abort();
  await looking;
  expect(runs).toEqual(["ended early"]);
  await processes(1, next)();
  t.clock.advance({ minutes: 60 });
  await processes(1, { ...untilTold, run: async () => void runs.push("done") })();
  expect(runs).toEqual(["ended early", "next", "done"]);
});
