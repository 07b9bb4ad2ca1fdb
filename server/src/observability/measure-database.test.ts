import { expect, test } from "vitest";
import { insertRows } from "../db/insert-rows.ts";
import { useTestApp } from "../../test/testing/test-app.ts";
import { measureDatabase } from "./measure-database.ts";

const t = useTestApp();

test("a job that never ended well has a figure, which is as old as can be", async () => {
  const at = t.clock.daysAgo(0);
  await insertRows(t.db, "job_runs", [
    { job: "ends-well", started_at: at, succeeded_at: at },
    { job: "never-did", started_at: at },
  ]);
  const figures = await measureDatabase(t.db, t.clock.now)();
  const seconds = t.clock.now() / 1000;
  expect(figures).toContain(`manabiya_job_succeeded_timestamp_seconds{job="ends-well"} ${seconds}`);
  expect(figures).toContain(`manabiya_job_started_timestamp_seconds{job="never-did"} ${seconds}`);
  expect(figures).toContain(`manabiya_job_succeeded_timestamp_seconds{job="never-did"} 0`);
});
