import { pino } from "pino";
import { expect, test } from "vitest";
import { type Job, lookAfterJobs } from "./jobs.ts";
import { useTestApp } from "./testing/test-app.ts";

const t = useTestApp();
const MINUTE = 60_000;

/** So many processes on one database, each with its own look at the same jobs. */
function processes(count: number, job: Job): () => Promise<void> {
  const logger = pino({ level: "silent" });
  const looks = Array.from({ length: count }, () =>
    lookAfterJobs([job], { db: t.db, now: t.clock.now, logger }),
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
